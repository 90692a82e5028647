// What a test does on the page, in the words of a user.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Milliseconds; machines that build at the same time are slow. */
const PATIENCE = 20_000;

export class Page {
  /** Opens the page and waits for the board; `path: null` opens nothing yet. */
  static async begin(browser, server, options = {}) {
    const { path = "", waits = "editor", ...rest } = options;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...rest });
    const page = await context.newPage();
    const self = new Page(context, page, server);
    page.setDefaultTimeout(PATIENCE);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") self.noise.push(message.text());
    });
    page.on("pageerror", (error) => self.noise.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !url.startsWith("data:") && !url.startsWith("blob:")) self.noise.push(`asked for ${url}`);
    });
    if (path === null) return self;
    await page.goto(server.url + path);
    if (waits) await self.ready(waits);
    return self;
  }

  constructor(context, page, server) {
    this.context = context;
    this.page = page;
    this.server = server;
    this.noise = [];
    this.actions = 0;
  }

  ready(what = "editor") {
    return this.page.waitForFunction(
      (wanted) => document.documentElement.dataset.ready === wanted || document.documentElement.dataset.ready === "editor",
      what,
    );
  }

  end() {
    return this.context.close();
  }

  /** Errors in the console and requests to elsewhere make a test fail. */
  mustBeQuiet() {
    assert.deepEqual(this.noise, []);
  }

  /** Replaces the definition, as by pasting it. */
  async write(text) {
    this.actions += 1;
    const content = this.page.locator("#editor .cm-content");
    await content.click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  /** The definition as it is. */
  text() {
    return this.page.locator("#editor .cm-line").allInnerTexts().then((lines) => lines.map((line) => line.replace(/\n$/, "")).join("\n"));
  }

  /** A variant of its own that inherits everything. */
  async play(name) {
    await this.write(`name = 'test'\ntitle = 'test of ${name}'\ninherits = '${name}'\n`);
    await this.page.waitForFunction((title) => document.getElementById("title").textContent === title, `test of ${name}`);
    await this.two();
  }

  /** Chess as it is, against the engine. */
  async chess() {
    await this.write("name = 'plain'\ntitle = 'plain'\ninherits = 'chess'\n");
    await this.page.waitForFunction(() => document.getElementById("title").textContent === "plain");
  }

  /** Two people play. */
  two() {
    return this.menu(async () => {
      await this.page.selectOption("#white", "you");
      await this.page.selectOption("#black", "you");
    });
  }

  /** Does something with what is in the sheet of narrow pages. */
  async menu(act) {
    const isNarrow = await this.page.locator("#menu").isVisible();
    if (isNarrow) await this.page.click("#menu");
    await act();
    if (isNarrow && (await this.page.locator("#sheet.open").count()) > 0) await this.page.click("#sheet-close");
    if (isNarrow) await this.page.locator("#new-game").waitFor({ state: "hidden" });
  }

  square(name) {
    return this.page.locator(`[role=gridcell][data-square="${name}"]`);
  }

  async click(name) {
    this.actions += 1;
    const under = this.square(name).locator(".under");
    await under.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const box = await under.boundingBox();
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  async drag(from, to) {
    this.actions += 1;
    await this.square(from).locator(".under").evaluate((element) => element.scrollIntoView({ block: "center" }));
    const [a, b] = [await this.square(from).locator(".under").boundingBox(), await this.square(to).locator(".under").boundingBox()];
    await this.page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
    await this.page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
    await this.page.mouse.up();
  }

  async says(pattern) {
    await this.page.waitForFunction(
      ([source, flags]) => new RegExp(source, flags).test(document.getElementById("status").textContent),
      [pattern.source, pattern.flags],
    ).catch(async () => assert.match(await this.page.textContent("#status"), pattern));
  }

  /** Waits until the label of a square fits. */
  async holds(name, pattern) {
    await this.page.waitForFunction(
      ([square, source]) => new RegExp(source).test(document.querySelector(`[data-square="${square}"]`)?.getAttribute("aria-label") ?? ""),
      [name, pattern.source],
    ).catch(async () => assert.match((await this.square(name).getAttribute("aria-label")) ?? "", pattern));
  }

  async setFen(fen) {
    await this.page.locator("details.text").evaluate((details) => (details.open = true));
    await this.page.fill("#fen", fen);
    await this.page.click("#fen-set");
  }

  fen() {
    return this.page.inputValue("#fen");
  }

  /** Axe finds nothing; it is loaded by the browser's own debugger, which no content policy stops. */
  async isAccessible(what) {
    const client = await this.context.newCDPSession(this.page);
    const evaluate = async (expression) => {
      const { result, exceptionDetails } = await client.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      assert.ok(!exceptionDetails, JSON.stringify(exceptionDetails));
      return result.value;
    };
    await evaluate(axe);
    const found = await evaluate("axe.run().then((found) => JSON.stringify(found.violations.map((one) => [one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])))");
    await client.detach();
    assert.deepEqual(JSON.parse(found), [], what);
  }

  async picture(folder, name, options = {}) {
    if (!folder) return;
    await this.page.evaluate(() => scrollTo(0, 0));
    await this.page.screenshot({ path: join(folder, `${name}.png`), ...options });
  }
}
