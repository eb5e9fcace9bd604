package dev.carillon.system.page;

/** The JavaScript that finds elements of the page. */
final class PageScripts {
    private static final String ANY_END = "…";

    private PageScripts() {}

    /** Marks the enabled element with this name; a name that ends with … is a prefix. */
    static String named(String name) {
        boolean open = name.endsWith(ANY_END);
        String word = quoted(open ? name.substring(0, name.length() - ANY_END.length()) : name);
        return """
            (() => {
              const scope = document.querySelector('dialog[open]') || document;
              const all = [...scope.querySelectorAll('a, button, summary, input[type=checkbox]')];
              const label = e => e.getAttribute('aria-label') || e.innerText.trim();
              const found = all.find(e => FITS);
              document.querySelectorAll('[data-found]').forEach(e => e.removeAttribute('data-found'));
              if (!found || found.disabled) return false;
              found.setAttribute('data-found', '');
              return true;
            })()\
            """.replace("FITS", open ? "label(e).startsWith(" + word + ")" : "label(e) === " + word);
    }

    /** Marks the field whose label begins with this text. */
    static String field(String label) {
        return """
            (() => {
              const scope = document.querySelector('dialog[open]') || document;
              const found = [...scope.querySelectorAll('label')].find(l => l.innerText.trim().startsWith(LABEL));
              document.querySelectorAll('[data-found]').forEach(e => e.removeAttribute('data-found'));
              const input = found && found.querySelector('input, textarea, select');
              input && input.setAttribute('data-found', '');
              return !!input;
            })()\
            """.replace("LABEL", quoted(label));
    }

    static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }
}
