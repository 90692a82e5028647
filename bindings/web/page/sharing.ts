// Sharing: a link, an embed code, pictures, and the next move for a friend.

import { dialog } from "./dialog";
import { h } from "./dom";
import { LEVELS } from "./engine";
import { t } from "./language";
import { LONG, type Manner, type Shared, toHash } from "./share";

/** The full URL of a game. */
export async function address(game: Shared, manner: Manner = {}): Promise<string> {
  return location.href.replace(/[#?].*$/, "") + (await toHash(game, manner));
}

/** Copies a text; `false` if the browser refuses. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function copyButton(id: string, text: () => string): HTMLButtonElement {
  const button = h("button", { class: "plain", id }, t("Copy"));
  button.addEventListener("click", async () => {
    button.textContent = (await copied(text())) ? t("Copied") : t("Select the text and copy it");
  });
  return button;
}

/** Shows the link of a game, its embed code, and its pictures. */
export async function showShare(game: Shared, title: string, save: { svg(): void; png(): void; animation?(): void }): Promise<void> {
  const link = await address(game);
  const long = link.length > LONG ? " " + t("It is long, and some programs will cut it: better save the definition as a file.") : "";
  const field = h("input", { class: "wide", value: link, readonly: true, "aria-label": t("Address"), id: "share-address" });
  const buttons: HTMLElement[] = [copyButton("share-copy", () => field.value)];
  if (typeof navigator.share === "function") {
    const send = h("button", { class: "plain", id: "share-send" }, t("Send"));
    send.addEventListener("click", () => void navigator.share({ title, url: link }).catch(() => {}));
    buttons.push(send);
  }
  const code = h("textarea", { class: "embed-code", id: "embed-code", rows: "4", readonly: true, "aria-label": t("Code of the frame") });
  const level = h("select", { id: "embed-level" }, h("option", { value: "" }, t("nobody")), ...LEVELS.map((name, n) => h("option", { value: String(n + 1) }, t(name))));
  const theme = h("select", { id: "embed-theme" }, h("option", { value: "" }, t("as the reader's system")), h("option", { value: "light" }, t("Light")), h("option", { value: "dark" }, t("Dark")));
  const write = async () => {
    const manner: Manner = { face: "embed", level: level.value || undefined, theme: (theme.value || undefined) as Manner["theme"] };
    const source = await address(game, manner);
    const safe = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
    code.value = `<iframe src="${safe(source)}" title="${safe(title)}" width="420" height="540" loading="lazy" style="border:0"></iframe>`;
  };
  for (const one of [level, theme]) one.addEventListener("change", () => void write());
  await write();
  const picture = (id: string, words: string, act: (() => void) | undefined) => {
    const button = h("button", { class: "plain", id, disabled: !act }, words);
    if (act) button.addEventListener("click", act);
    return button;
  };
  dialog(
    t("Share"),
    h("h3", {}, t("Link")),
    h("p", {}, t("The address holds the definition and the game; nothing is sent anywhere.") + long),
    field,
    h("div", { class: "bar" }, ...buttons),
    h("h3", {}, t("On a page of your own")),
    h("p", { class: "bar" }, h("label", {}, h("span", {}, t("Black is played by level")), level), h("label", {}, h("span", {}, t("Colors")), theme)),
    code,
    copyButton("embed-copy", () => code.value),
    h("h3", {}, t("Picture")),
    h("div", { class: "bar" }, picture("share-svg", "SVG", save.svg), picture("share-png", "PNG", save.png), picture("share-animation", t("Animation of the moves"), save.animation)),
  );
  field.select();
}

/** Passes the game with the next move to a friend, by the share dialog of the system or the clipboard. */
export async function passOn(game: Shared, title: string): Promise<string> {
  const url = await address(game, { isForTwo: true });
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, text: t("Your move in {title}", { title }), url });
      return t("The move was passed on.");
    } catch (error) {
      if ((error as Error).name === "AbortError") return t("The move was not passed on.");
    }
  }
  if (await copied(url)) return t("The link is in the clipboard: send it to your friend.");
  dialog(t("Pass the move"), h("p", {}, t("Send this link to your friend.")), h("input", { class: "wide", value: url, readonly: true, "aria-label": t("Address") }));
  return "";
}
