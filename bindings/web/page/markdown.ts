// Renders rules pages. They come from the library in a small subset of Markdown: headings, paragraphs, lists,
// tables, pictures, code.

import { h, pictureUrl } from "./dom";

export function page(text: string, pictures: Record<string, string>): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const lines = text.split("\n");
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (line.trim() === "") at += 1;
    else if (heading) {
      const tag = `h${Math.min(heading[1]!.length + 1, 6)}` as "h2";
      fragment.append(h(tag, {}, ...inline(heading[2]!, pictures)));
      at += 1;
    } else if (line.startsWith("```")) {
      const end = lines.indexOf("```", at + 1);
      fragment.append(h("pre", { tabindex: "0" }, lines.slice(at + 1, end).join("\n")));
      at = (end < 0 ? lines.length : end) + 1;
    } else if (line.startsWith("- ")) {
      const list = h("ul");
      while (at < lines.length && lines[at]!.startsWith("- ")) {
        list.append(h("li", {}, ...inline(lines[at]!.slice(2), pictures)));
        at += 1;
      }
      fragment.append(list);
    } else if (line.startsWith("|")) {
      const rows: string[][] = [];
      while (at < lines.length && lines[at]!.startsWith("|")) {
        rows.push(lines[at]!.split("|").slice(1, -1).map((cell) => cell.trim()));
        at += 1;
      }
      const [head = [], , ...body] = rows;
      const row = (cells: string[], tag: "th" | "td") =>
        h("tr", {}, ...cells.map((cell) => h(tag, {}, ...inline(cell, pictures))));
      fragment.append(h("table", {}, row(head, "th"), ...body.map((cells) => row(cells, "td"))));
    } else {
      const paragraph: string[] = [];
      while (at < lines.length && lines[at]!.trim() !== "" && !/^(#|- |\||```)/.test(lines[at]!)) {
        paragraph.push(lines[at]!);
        at += 1;
      }
      if (paragraph.length === 0) paragraph.push(lines[at++]!);
      fragment.append(h("p", {}, ...inline(paragraph.join(" "), pictures)));
    }
  }
  return fragment;
}

function inline(text: string, pictures: Record<string, string>): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const pattern = /!\[([^\]]*)\]\(([^)]*)\)|\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]*)\]\(([^)]*)\)/g;
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, alternative, file, strong, emphasis, code, words] = match;
    const svg = file === undefined ? undefined : pictures[file];
    if (svg) parts.push(h("img", { src: pictureUrl(svg), alt: alternative ?? "" }));
    else if (strong) parts.push(h("strong", {}, strong));
    else if (emphasis) parts.push(h("em", {}, emphasis));
    else if (code) parts.push(h("code", {}, code));
    else parts.push(words ?? alternative ?? "");
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
}
