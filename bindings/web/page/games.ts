// The game list: built-in variants, example files and the rule library, filtered by words and tags.

import { closeDialog, dialog } from "./dialog";
import { h, pictureUrl } from "./dom";
import { t } from "./language";
import { unpacked } from "./library";
import { quoted } from "./share";
import type { Listed, Theme } from "./types";

/** The tags, in display order. */
export const TAGS = /* translated */ ["easy", "small", "big", "hex", "levels", "drops", "several moves", "no check", "regional", "historic", "examples", "rules"];

/** All games, loaded once. */
let all: Promise<Listed[]> | undefined;
const list = () => (all ??= fetch("games.json").then((file) => file.json() as Promise<Listed[]>));

/** The definition of a listed game. */
export async function definitionOf(game: Listed): Promise<string> {
  if (game.from === "example") {
    const files = (await unpacked("examples.bin", "application/json").then((file) => file.json())) as Record<string, string>;
    return files[game.name]!;
  }
  if (game.from === "rule") {
    const title = quoted(`Chess with ${game.title}`);
    return `# ${game.about}\nname = 'my-${game.name}'\ntitle = ${title}\ninherits = 'chess'\nrules.use.${game.name} = true\n`;
  }
  return `# ${game.title}, with whatever you change.\nname = 'my-${game.name}'\ntitle = ${quoted(game.title)}\ninherits = '${game.name}'\n`;
}

/** A random built-in variant with at most 144 squares. */
export async function randomGame(): Promise<Listed> {
  const games = (await list()).filter((one) => one.from === "variant" && one.files * one.ranks <= 144);
  return games[Math.floor(Math.random() * games.length)]!;
}

/** Shows the game list; `choose` receives the definition of a game. */
export async function showGames(theme: Theme, choose: (text: string) => void): Promise<void> {
  const games = await list();
  const rows = h("ul", { class: "games" });
  const images = new Map<string, HTMLImageElement>();
  const made = games.map((one) => {
    const key = `${one.from}/${one.name}`;
    const image = h("img", { alt: "", loading: "lazy" });
    images.set(key, image);
    const size = one.from === "rule" ? (one.about ?? "") : `${one.files}×${one.ranks}. ${one.source ?? ""}`;
    const button = h("button", { "data-game": one.name, "data-from": one.from }, image, h("span", {}, one.title, h("small", {}, size)));
    button.addEventListener("click", async () => {
      closeDialog();
      choose(await definitionOf(one));
    });
    const text = [one.name, one.title, one.source, one.about, `${one.files}x${one.ranks}`, ...one.tags, ...one.pieces].join(" ").toLowerCase();
    return { text, tags: one.tags, row: h("li", {}, button) };
  });
  const field = h("input", {
    type: "search",
    id: "games-search",
    "aria-label": t("Search games"),
    placeholder: t("Search: name, author, piece, 10x10"),
  });
  const count = h("p", { role: "status" });
  const chosen = new Set<string>();
  const fill = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = made.filter(({ text, tags }) => words.every((word) => text.includes(word)) && [...chosen].every((tag) => tags.includes(tag)));
    count.textContent = t("{n} of {all} games", { n: found.length, all: games.length });
    rows.replaceChildren(...found.map(({ row }) => row));
  };
  const tags = TAGS.map((tag) => {
    const button = h("button", { class: "quiet", "aria-pressed": "false", "data-tag": tag }, t(tag));
    button.addEventListener("click", () => {
      if (!chosen.delete(tag)) chosen.add(tag);
      button.setAttribute("aria-pressed", String(chosen.has(tag)));
      fill();
    });
    return button;
  });
  field.addEventListener("input", fill);
  fill();
  dialog(t("Games"), field, h("div", { class: "tags", role: "group", "aria-label": t("Tags") }, ...tags), count, rows);
  field.focus();
  // The list works without its pictures.
  const boards = await unpacked(`boards-${theme}.bin`, "application/json").then((file) => file.json(), () => ({}));
  const known = boards as Record<string, string>;
  // A rule of the library is shown on the board of chess.
  for (const [key, image] of images) {
    const svg = known[key] ?? known["variant/chess"];
    if (svg) image.setAttribute("src", pictureUrl(svg));
  }
}
