/* What Zensical's own script adds to a page, made usable by keys and clear to screen readers: wide tables can be moved
   sideways, and the bar of a block of code is no landmark. */
"use strict";
(() => {
  const improve = () => {
    document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])").forEach((wrap, number) => {
      wrap.tabIndex = 0;
      wrap.setAttribute("role", "region");
      wrap.setAttribute("aria-label", `Table ${number + 1}`);
    });
    document.querySelectorAll("nav.md-code__nav:not([role])").forEach((bar) => bar.setAttribute("role", "none"));
  };
  new MutationObserver(improve).observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", improve);
})();
