// Translations. English texts are in the code; the file of another language maps them to translations, as in
// `languages/de.json`.

/** The available languages by code, with their own names. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch", fr: "Français" };

let words: Record<string, string> = {};

/** A text in the language of the page; `{name}` is replaced by a value. */
export function t(text: string, values: Record<string, string | number> = {}): string {
  const said = words[text] ?? text;
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** Loads the texts of a language. */
export function learn(language: string, file: Record<string, string>): void {
  words = file;
  document.documentElement.lang = language;
}

/** Attributes that contain text for users. */
const READ = ["aria-label", "title", "placeholder"];

/** Translates the texts of the document. */
export function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue!.trim();
    if (text && text in words) node.nodeValue = node.nodeValue!.replace(text, words[text]!);
  }
  for (const element of root.querySelectorAll(READ.map((name) => `[${name}]`).join())) {
    for (const name of READ) {
      const text = element.getAttribute(name);
      if (text && text in words) element.setAttribute(name, words[text]!);
    }
  }
}
