// What the page says, in the language of its reader. English is written in the code; a file of another language
// maps English texts to its own, as in `languages/de.json`.

/** The languages that have files, by their codes, with their own names. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch", fr: "Français" };

let words: Record<string, string> = {};

/** A text in the language of the page, with values in the place of `{name}`. */
export function t(text: string, values: Record<string, string | number> = {}): string {
  const said = words[text] ?? text;
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** Takes the texts of a language. */
export function learn(language: string, file: Record<string, string>): void {
  words = file;
  document.documentElement.lang = language;
}

/** The attributes of elements that people read or hear. */
const READ = ["aria-label", "title", "placeholder"];

/** Translates what stands in the document. */
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
