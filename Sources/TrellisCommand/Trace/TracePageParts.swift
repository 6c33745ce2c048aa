/// The parts of a trace page that are the same on every page.
enum TracePageParts {
    /// Colours for light and dark; each kind of token has a line of its own form below it as well.
    static let style = """
        :root {
          color-scheme: light dark;
          --page: #ffffff; --ink: #1a1d21; --faint: #59616b; --line: #d4d9de; --box: #f4f6f8;
          --forced: #d9e6f7; --forced-line: #2a5c9c;
          --constrained: #fce9c2; --constrained-line: #8f5400;
          --free-line: #767e87; --focus: #1a1d21;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #15181c; --ink: #e8ebee; --faint: #a3acb6; --line: #383e45; --box: #20252b;
            --forced: #1d3a61; --forced-line: #86b6f2;
            --constrained: #513a10; --constrained-line: #f2bd5e;
            --free-line: #8d96a0; --focus: #ffffff;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; padding: 1.5rem 1rem 12rem; max-width: 60rem;
          background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
        }
        h1 { font-size: 1.4rem; margin: 0 0 1rem; }
        .facts { margin: 0 0 1rem; }
        .facts div { display: flex; gap: 0.75rem; }
        .facts dt { flex: 0 0 7rem; color: var(--faint); }
        .facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
        .legend { list-style: none; margin: 0 0 0.5rem; padding: 0; }
        .legend li { margin: 0.35rem 0; }
        .hint { color: var(--faint); margin: 0 0 0.75rem; }
        .tokens {
          padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 6px;
          font: 1.05rem/2.1 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere;
        }
        .token {
          padding: 0.1em 1px; margin: 0 1px; border-bottom: 3px solid; border-radius: 3px 3px 0 0; cursor: default;
        }
        .legend .token { font-family: ui-monospace, "DejaVu Sans Mono", monospace; padding: 0.1em 0.4em; }
        .forced { background: var(--forced); border-bottom-style: solid; border-bottom-color: var(--forced-line); }
        .constrained {
          background: var(--constrained); border-bottom-style: dashed; border-bottom-color: var(--constrained-line);
        }
        .free { border-bottom-style: dotted; border-bottom-color: var(--free-line); }
        .tokens .token:hover, .tokens .token:focus { outline: 2px solid var(--focus); outline-offset: 1px; }
        .mark { font-style: normal; font-size: 0.85em; color: var(--faint); }
        .token .mark { color: inherit; opacity: 0.8; }
        #detail {
          position: absolute; max-width: min(26rem, calc(100vw - 1rem)); padding: 0.5rem 0.75rem;
          background: var(--box); color: var(--ink); border: 1px solid var(--faint); border-radius: 6px;
          box-shadow: 0 4px 14px rgb(0 0 0 / 0.25); font-size: 0.95rem; white-space: pre-line; overflow-wrap: anywhere;
          pointer-events: none;
        }
        details { margin-top: 1.5rem; }
        summary { cursor: pointer; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; margin-top: 0.75rem; font-size: 0.9rem; }
        th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
        td code { white-space: pre; }
        """

    /// Shows what is said about the token that is pointed at or has the focus, and moves the focus.
    static let script = """
        "use strict";
        const box = document.getElementById("tokens");
        const detail = document.getElementById("detail");
        const tokens = Array.from(box.children);
        let current = 0;

        function show(token) {
          detail.textContent = token.dataset.detail;
          detail.hidden = false;
          const place = token.getClientRects()[0];
          const left = Math.min(place.left, document.documentElement.clientWidth - detail.offsetWidth - 8);
          detail.style.left = Math.max(8, left) + window.scrollX + "px";
          const isRoom = place.bottom + detail.offsetHeight + 8 < window.innerHeight;
          const top = isRoom ? place.bottom + 6 : Math.max(4, place.top - detail.offsetHeight - 6);
          detail.style.top = top + window.scrollY + "px";
        }

        function hide() { detail.hidden = true; }

        function move(index) {
          if (index < 0 || index >= tokens.length) return;
          tokens[current].tabIndex = -1;
          current = index;
          tokens[current].tabIndex = 0;
          tokens[current].focus();
        }

        tokens.forEach((token, index) => {
          token.addEventListener("mouseenter", () => show(token));
          token.addEventListener("mouseleave", () => {
            if (box.contains(document.activeElement)) show(document.activeElement); else hide();
          });
          token.addEventListener("focus", () => show(token));
          token.addEventListener("blur", hide);
          token.addEventListener("click", () => move(index));
        });

        box.addEventListener("keydown", (event) => {
          const steps = {
            ArrowRight: current + 1, ArrowDown: current + 1, ArrowLeft: current - 1, ArrowUp: current - 1,
            Home: 0, End: tokens.length - 1,
          };
          if (event.key === "Escape") hide();
          if (!(event.key in steps)) return;
          event.preventDefault();
          move(steps[event.key]);
        });
        """
}
