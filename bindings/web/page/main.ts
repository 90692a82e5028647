// The page: the definition, the game of it, and what goes between them.

import { Client, Refused, Restarted } from "./client";
import { byId, download, h, pictureUrl } from "./dom";
import { Editor } from "./editor";
import { FIRST, firstFile } from "./first";
import { Game } from "./game";
import { startWorker, unpacked } from "./library";
import { page } from "./markdown";
import { Pieces } from "./pieces";
import { fromHash, LONG, type Shared, toHash } from "./share";
import type { Builtin, Edit, Failure, Finding, Opened, Place, Theme, View } from "./types";
import { sentence } from "./words";

/** Milliseconds without typing before a definition is read. */
const PAUSE = 200;

const FORMATS: Record<string, string> = {
  toml: "TOML",
  "fairy-stockfish": "variants.ini",
  "fairy-stockfish-x": "variants.ini (Fairy-Stockfish-X)",
  "fairy-max": "Fairy-Max",
  diagram: "Interactive Diagram",
};

let patience = 2000;
const client = new Client(() => patience, startWorker);
let theme: Theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
let variant: string | undefined;
let query: string | undefined;
/** The last text that could be played. */
let good = FIRST;
let timer = 0;

const game = new Game(client, {
  task: () => ({ text: good, variant, query }),
  theme: () => theme,
});
const pieces = new Pieces(client, game, { theme: () => theme, rewrite });
const editor = new Editor({
  changed: () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void reread(), PAUSE);
  },
  complete: (line, character) => lsp("textDocument/completion", line, character),
  hover: (line, character) => lsp("textDocument/hover", line, character),
});

async function lsp(method: string, line: number, character: number): Promise<unknown> {
  // The server has to know what is written now.
  await client.ask({ op: "check", text: editor.text });
  return client.ask({ op: "lsp", theme, message: { method, params: { position: { line, character } } } });
}

client.onrestart = () => {
  // The new worker begins where the old one was, before anything else is asked.
  const request = { op: "open", text: good, variant, query, fen: game.fen, moves: game.view?.moves ?? [] };
  void client.ask<Opened>(request, 10_000).then((opened) => opened.view && game.renew(opened.view), () => {});
};

/** Whether a text is another one after a change, and not a text that was put in its place. */
function isEdited(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return 2 * (head + tail) >= shorter;
}

/** Reads the text again; the game goes on as far as its moves are still legal. */
async function reread(keep = true): Promise<boolean> {
  clearTimeout(timer);
  const text = editor.text;
  if (!isEdited(good, text)) {
    keep = false;
    variant = undefined;
    query = undefined;
  }
  try {
    const moves = keep ? (game.view?.moves ?? []) : [];
    const fen = keep ? game.fen : undefined;
    const opened = await client.ask<Opened>({ op: "open", text, variant, query, fen, moves });
    if (editor.text !== text) return false;
    await show(opened, text);
    return opened.variant !== null;
  } catch (error) {
    const why = error instanceof Restarted ? "The definition takes too long and was given up" : String(error);
    showFindings([], `${why}: ${(error as Error).message}.`);
    return false;
  }
}

async function show(opened: Opened, text: string): Promise<void> {
  byId("format").textContent = opened.format ? (FORMATS[opened.format] ?? opened.format) : "not recognized";
  const select = byId<HTMLSelectElement>("variant");
  byId("variant-label").hidden = opened.variants.length < 2;
  select.replaceChildren(...opened.variants.map((one) => h("option", { value: one.name }, one.title)));
  const refusal = opened.refusal;
  const isFound = opened.findings.some((finding) => finding.severity === 1 && messageOf(finding) === refusal?.message);
  editor.find(opened.findings);
  showFindings(opened.findings, refusal && !isFound ? told(refusal) : undefined);
  const isPlayed = !!opened.variant && !!opened.view;
  game.setOutdated(!isPlayed);
  if (!opened.variant || !opened.view) return;
  good = text;
  variant = opened.variant;
  select.value = opened.variant;
  showOptions(opened);
  if (game.instead) pieces.end();
  await game.renew(opened.view);
  if (refusal) game.say(told(refusal));
  await pieces.renew();
  // The last thing to change: what is shown is the whole of the new game.
  byId("title").textContent = opened.title ?? opened.variant;
}

/** What a finding says, without its remedy. */
function messageOf(finding: Finding): string {
  return finding.message.split("\nhelp: ")[0]!;
}

function told(failure: Failure): string {
  return sentence(failure.message) + (failure.help ? " " + sentence(failure.help) : "");
}

function showFindings(findings: Finding[], more?: string): void {
  const words = { 1: "error", 2: "warning", 3: "info" } as const;
  const rows = findings.map((finding) => {
    const kind = words[finding.severity];
    const message = messageOf(finding);
    const help = finding.message.split("\nhelp: ")[1];
    const go = h("button", {}, `line ${finding.range.start.line + 1}`);
    go.addEventListener("click", () => {
      openTab("definition");
      editor.goto(finding);
    });
    const code = h("button", { class: "code" }, finding.code);
    code.addEventListener("click", () => void explain(finding.code));
    const fixes = (finding.data ?? []).map((fix) => {
      const button = h("button", {}, fix.title);
      button.addEventListener("click", () => (editor.text = applied(editor.text, fix.edits)));
      return button;
    });
    return h("li", { class: kind }, `${kind} `, code, " ", go, ` ${sentence(message)}`,
      h("span", { class: "remedy" }, help ? h("span", { class: "help" }, sentence(help)) : null, ...fixes));
  });
  if (more) rows.unshift(h("li", { class: "error" }, more));
  byId("findings").replaceChildren(...rows);
}

/** A text with changes at places in lines and UTF-16 units. */
function applied(text: string, edits: Edit[]): string {
  const lines = text.split("\n");
  const at = (place: Place) =>
    lines.slice(0, place.line).reduce((sum, line) => sum + line.length + 1, 0) + place.character;
  const spans = edits.map((edit) => ({ from: at(edit.range.start), to: at(edit.range.end), text: edit.newText }));
  spans.sort((a, b) => b.from - a.from);
  return spans.reduce((whole, span) => whole.slice(0, span.from) + span.text + whole.slice(span.to), text);
}

function showOptions(opened: Opened): void {
  const box = byId("options");
  const chosen = new URLSearchParams(query ?? "");
  const set = (name: string, value: string) => {
    chosen.set(name, value);
    query = [...chosen].map(([key, one]) => `${key}=${one}`).join("&");
    void reread(false);
  };
  const fields = (opened.options ?? []).map((option) => {
    if (!option.values) {
      const from = String(option.from ?? 0);
      const value = chosen.get(option.name) ?? String(option.default ?? from);
      const field = h("input", { type: "number", min: from, max: String(option.to), value });
      field.addEventListener("change", () => set(option.name, field.value));
      const shuffle = h("button", {}, "Shuffle");
      shuffle.addEventListener("click", () => {
        const [low, high] = [option.from ?? 0, option.to ?? 0];
        set(option.name, String(low + Math.floor(Math.random() * (high - low + 1))));
      });
      return h("span", {}, h("label", {}, `${option.name} `, field), " ", shuffle);
    }
    const field = h("select", {}, ...option.values.map((one) =>
      h("option", { value: one.value, title: one.about ?? "" }, one.about ? `${one.value}: ${one.about}` : one.value)));
    field.value = chosen.get(option.name) ?? option.values[0]?.value ?? "";
    field.addEventListener("change", () => set(option.name, field.value));
    return h("label", {}, `${option.name} `, field);
  });
  box.hidden = fields.length === 0;
  box.replaceChildren(...fields);
}

async function rewrite(piece: string, betza: string): Promise<void> {
  try {
    const said = await client.ask<{ text: string }>({ op: "rewrite", text: editor.text, piece, betza });
    editor.text = said.text;
    await reread();
  } catch (error) {
    game.complain(error);
  }
}

/** Takes a definition in the place of the one that is there. */
async function load(text: string): Promise<void> {
  variant = undefined;
  query = undefined;
  game.fen = undefined;
  editor.text = text;
  await reread(false);
}

function dialog(title: string, ...content: (Node | string)[]): HTMLDialogElement {
  const box = byId<HTMLDialogElement>("dialog");
  byId("dialog-title").textContent = title;
  byId("dialog-body").replaceChildren(...content);
  if (!box.open) box.showModal();
  return box;
}

async function explain(code: string): Promise<void> {
  const said = await client.ask<{ title: string; text: string }>({ op: "explain", code });
  dialog(`${code}: ${said.title}`, h("p", {}, said.text));
}

async function games(): Promise<void> {
  const all = (await (await fetch("games.json")).json()) as Builtin[];
  const list = h("ul", { class: "games" });
  const images = new Map<string, HTMLImageElement>();
  const rows = all.map((one) => {
    const image = h("img", { alt: "", loading: "lazy" });
    images.set(one.name, image);
    const words = h("span", {}, one.title, h("small", {}, `${one.files}×${one.ranks}. ${one.source ?? ""}`));
    const button = h("button", { "data-game": one.name }, image, words);
    button.addEventListener("click", () => {
      byId<HTMLDialogElement>("dialog").close();
      void load(`# ${one.title}, with whatever you change.\nname = 'my-${one.name}'\ntitle = ${quoted(one.title)}\ninherits = '${one.name}'\n`);
    });
    const text = [one.name, one.title, one.source, `${one.files}x${one.ranks}`, ...one.pieces].join(" ").toLowerCase();
    return { text, row: h("li", {}, button) };
  });
  const field = h("input", { type: "search", id: "games-search", "aria-label": "Search games", placeholder: "Search: name, author, piece, 10x10" });
  const count = h("p", { role: "status" });
  const fill = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter(({ text }) => words.every((word) => text.includes(word)));
    count.textContent = `${found.length} of ${all.length} games`;
    list.replaceChildren(...found.map(({ row }) => row));
  };
  field.addEventListener("input", fill);
  fill();
  dialog("Games", field, count, list);
  field.focus();
  // The list can be used without its pictures.
  const boards = await unpacked(`boards-${theme}.bin`, "application/json").then((file) => file.json(), () => ({}));
  for (const [name, svg] of Object.entries(boards as Record<string, string>)) {
    images.get(name)?.setAttribute("src", pictureUrl(svg));
  }
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

async function rules(): Promise<void> {
  const said = await client.ask<{ markdown: string; pictures: Record<string, string> }>({ op: "rules", theme }, 10_000);
  dialog(`Rules: ${byId("title").textContent}`, page(said.markdown, said.pictures));
}

async function share(): Promise<void> {
  const hash = await toHash({ text: good, variant, query, fen: game.fen, moves: game.view?.moves });
  history.replaceState(null, "", hash);
  const long = hash.length > LONG ? " It is long, and some programs will cut it: better save the definition as a file." : "";
  const address = h("input", { value: location.href, readonly: true, "aria-label": "Address", id: "share-address" });
  const copy = h("button", {}, "Copy");
  copy.addEventListener("click", () => void navigator.clipboard?.writeText(location.href));
  dialog("Share", h("p", {}, `The address holds the definition and the game; nothing is sent anywhere.${long}`), address, " ", copy);
  address.select();
}

async function convert(to: string, of = editor.text): Promise<void> {
  try {
    const said = await client.ask<{ text: string; losses: { place: string; message: string }[] }>({ op: "convert", text: of, variant, to });
    editor.text = said.text;
    await reread();
    const lost = said.losses.map((loss) => h("li", {}, `${loss.place}: ${loss.message}`));
    if (lost.length > 0) dialog("Left out", h("p", {}, `${FORMATS[to] ?? to} cannot say this; undo brings the definition back.`), h("ul", {}, ...lost));
  } catch (error) {
    game.complain(error);
  }
}

function setTheme(next: Theme): void {
  theme = next;
  document.documentElement.dataset.theme = next;
  byId("theme").setAttribute("aria-pressed", String(next === "dark"));
}

const TABS = ["definition", "pieces", "make"];

function openTab(name: string): void {
  for (const one of TABS) {
    const tab = byId(`tab-${one}`);
    tab.setAttribute("aria-selected", String(one === name));
    tab.setAttribute("tabindex", one === name ? "0" : "-1");
    byId(`panel-${one}`).hidden = one !== name;
  }
}

function tabs(): void {
  for (const [index, name] of TABS.entries()) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener("click", () => openTab(name));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = TABS[(index + step + TABS.length) % TABS.length]!;
      openTab(next);
      byId(`tab-${next}`).focus();
    });
  }
}

function editPosition(): void {
  const button = byId("edit");
  const palette = byId("palette");
  let chosen: string | null = null;
  const stop = () => {
    button.setAttribute("aria-pressed", "false");
    palette.hidden = true;
    game.board.free = false;
    game.instead = undefined;
    if (game.view) game.take(game.view);
  };
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-pressed") === "true") return stop();
    if (game.instead) pieces.end();
    button.setAttribute("aria-pressed", "true");
    palette.hidden = false;
    const entries = Object.entries(game.picture?.kinds ?? {});
    const choose = (kind: string | null, element: HTMLElement) => {
      chosen = kind;
      palette.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(one === element)));
    };
    const buttons = entries.map(([kind, piece]) => {
      const one = h("button", { "aria-label": `${piece.side} ${piece.name}`, "aria-pressed": "false", "data-kind": kind },
        h("img", { src: pictureUrl(piece.svg), alt: "" }));
      one.addEventListener("click", () => choose(kind, one));
      return one;
    });
    const eraser = h("button", { "aria-pressed": "true" }, "Take away");
    eraser.addEventListener("click", () => choose(null, eraser));
    chosen = null;
    const change = (what: object) => void game.order({ op: "edit", ...what });
    const clear = h("button", {}, "Clear the board");
    clear.addEventListener("click", () => change({ change: "clear" }));
    const turn = h("button", {}, "Other side to move");
    turn.addEventListener("click", () => change({ change: "turn", turn: game.view?.turn === "white" ? "black" : "white" }));
    const hand = h("button", {}, "Into the hand");
    hand.addEventListener("click", () => {
      if (chosen === null) game.say("Choose a piece for the hand first.");
      else change({ change: "hand", kind: chosen, more: true });
    });
    palette.replaceChildren(eraser, ...buttons, clear, turn, hand);
    game.board.free = true;
    game.instead = {
      click: (square) => change({ change: "square", square, kind: chosen }),
      move: (from, to) => change({ change: "move", from, to }),
      hand: (kind) => change({ change: "hand", kind, more: false }),
      end: stop,
    };
    if (game.view) game.take(game.view);
    game.say("Choose a piece below the board and click squares, or drag pieces.");
  });
}

async function picture(): Promise<string> {
  return (await client.ask<{ svg: string }>({ op: "picture", theme })).svg;
}

async function png(): Promise<Blob> {
  const svg = await picture();
  const image = new Image();
  image.src = pictureUrl(svg);
  await image.decode();
  const canvas = h("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

function listen(): void {
  const on = (id: string, act: () => unknown) =>
    byId(id).addEventListener("click", async () => {
      try {
        await act();
      } catch (error) {
        game.complain(error);
      }
    });
  on("games", games);
  on("rules", rules);
  on("share", share);
  on("theme", async () => {
    setTheme(theme === "dark" ? "light" : "dark");
    await game.redraw();
    await pieces.renew();
  });
  on("new-game", async () => {
    game.fen = undefined;
    if (await reread(false)) return;
    // What is written is wrong; what is played goes on.
    const opened = await client.ask<Opened>({ op: "open", text: good, variant, query });
    if (opened.view) game.take(opened.view);
  });
  on("tidy", async () => {
    editor.text = (await client.ask<{ text: string }>({ op: "format", text: editor.text })).text;
  });
  on("resolve", () => convert("toml"));
  on("fen-set", async () => {
    const fen = byId<HTMLInputElement>("fen").value;
    game.take(await client.ask<View>({ op: "fen", fen }));
  });
  on("pgn-read", async () => {
    game.take(await client.ask<View>({ op: "read", text: byId<HTMLTextAreaElement>("pgn").value }, 10_000));
  });
  const write = async (form: string) => (await client.ask<{ text: string }>({ op: "write", form })).text;
  on("pgn-save", async () => {
    const text = await write("pgn");
    byId<HTMLTextAreaElement>("pgn").value = text;
    download(`${variant ?? "game"}.pgn`, "application/x-chess-pgn", text);
  });
  on("record-save", async () => download(`${variant ?? "game"}.record.pgn`, "text/plain", await write("record")));
  on("svg-save", async () => download(`${variant ?? "game"}.svg`, "image/svg+xml", await picture()));
  on("png-save", async () => download(`${variant ?? "game"}.png`, "image/png", await png()));
  on("text-save", () => download(`${variant ?? "game"}.toml`, "text/plain", editor.text));
  byId("convert").addEventListener("change", () => {
    const select = byId<HTMLSelectElement>("convert");
    const to = select.value;
    select.value = "";
    if (to) void convert(to);
  });
  byId("variant").addEventListener("change", () => {
    variant = byId<HTMLSelectElement>("variant").value;
    query = undefined;
    game.fen = undefined;
    void reread(false);
  });
  addEventListener("hashchange", () => void fromAddress().catch((error) => game.complain(error)));
  addEventListener("pagehide", keep);
}

/** Takes what the address holds; `false` if it holds nothing. */
async function fromAddress(): Promise<boolean> {
  if (!location.hash.includes("d=")) return false;
  const shared = await fromHash(location.hash).catch(() => undefined);
  if (shared) await takeUp(shared);
  else game.say("The address holds no definition that can be read.");
  return !!shared;
}

/** Goes on with a definition and a game of it. */
async function takeUp(shared: Shared): Promise<void> {
  editor.text = shared.text;
  clearTimeout(timer);
  variant = shared.variant;
  query = shared.query;
  game.fen = shared.fen;
  const opened = await client.ask<Opened>({ op: "open", ...shared }, 20_000);
  await show(opened, shared.text);
}

/** Where a tab keeps what it shows, for when it is loaded again. */
const KEPT = "ferz";
const KEPT_SETTINGS = "ferz-settings";
/** The fields that say who plays, and how well. */
const SETTINGS = ["white", "black", "level"];

function keep(): void {
  const moves = game.view?.moves ?? [];
  const kept = { text: good, variant, query, fen: game.fen, moves, written: editor.text };
  const isNew = good === FIRST && editor.text === FIRST && moves.length === 0 && !game.fen;
  const settings = Object.fromEntries(SETTINGS.map((id) => [id, byId<HTMLInputElement>(id).value]));
  try {
    if (isNew) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(kept));
    sessionStorage.setItem(KEPT_SETTINGS, JSON.stringify({ ...settings, theme }));
  } catch {
    // Without a store the page begins anew.
  }
}

/** Takes up who plays and the theme, as they were before the tab was loaded again. */
function restoreSettings(): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_SETTINGS) ?? "{}") as Record<string, string>;
    for (const id of SETTINGS) {
      const value = kept[id];
      if (value !== undefined) byId<HTMLInputElement>(id).value = value;
    }
    byId("level-out").textContent = byId<HTMLInputElement>("level").value;
    if (kept.theme === "light" || kept.theme === "dark") theme = kept.theme;
  } catch {
    // Without a store the page begins anew.
  }
}

/** Takes up what the tab showed before it was loaded again; `false` if there is nothing. */
async function fromBefore(): Promise<boolean> {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "reload" && navigation?.type !== "back_forward") return false;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as (Shared & { written: string }) | null;
    if (!kept) return false;
    await takeUp(kept);
    if (kept.written !== kept.text) {
      editor.text = kept.written;
      await reread();
    }
    return true;
  } catch {
    return false;
  }
}

async function start(): Promise<void> {
  restoreSettings();
  setTheme(theme);
  tabs();
  listen();
  editPosition();
  editor.text = FIRST;
  const begun = performance.now();
  if (!(await fromBefore()) && !(await fromAddress())) {
    // Without these answers the board only comes later.
    const answers = await unpacked(firstFile(theme), "application/json").then((file) => file.json(), () => ({}));
    client.foretell(answers as Record<string, unknown>);
    const opened = await client.ask<Opened>({ op: "open", text: FIRST }, 20_000);
    const said = byId("status").textContent;
    await show(opened, FIRST);
    if (said) game.say(said);
  }
  performance.mark("first-board");
  document.documentElement.dataset.ready = "board";
  const measured = client.caughtUp.then(() => {
    // On a slow machine an honest definition takes longer as well.
    patience = Math.min(Math.max(2000, 3 * (performance.now() - begun)), 10_000);
    performance.mark("library");
  });
  await Promise.all([measured, editor.load()]);
  document.documentElement.dataset.ready = "editor";
  await navigator.serviceWorker?.register("sw.js");
}

start().catch((error) => {
  const words = error instanceof Refused ? error.failure.message : (error as Error).message;
  game.say(`The page could not be started: ${words}.`);
});
