// The page as a whole: sharing, offline, access, colors, hostile texts.

import assert from "node:assert/strict";

/** Twenty texts that mean no good. */
const HOSTILE = [
  "pieces.queen.move = '" + "[".repeat(4000) + "'",
  "pieces.queen.move = '" + "yafs".repeat(1000) + "F'",
  "pieces.queen.move = '" + "(caK)".repeat(300) + "'",
  "pieces.queen.move = 'mpafyafyafyafyafyafyafyafyafyafQ'",
  "pieces.queen.move = '" + "K?".repeat(60) + "K'",
  "pieces.queen.move = '[" + "K?".repeat(40) + "K]'",
  "pieces.queen.move = '" + "N".repeat(500) + "'",
  "pieces.queen.move = 'N9999999999999999999'",
  "board = { files = 36, ranks = 36 }\nstart = '" + "q36".repeat(200) + "'",
  "board = { files = 99999999, ranks = 99999999 }",
  "board = { files = 0, ranks = -1 }",
  "start = '" + "9".repeat(16000) + "'",
  "[a]\n".repeat(5000),
  "x = " + "[".repeat(20000),
  "x = '''" + "\u0000\uFFFF\u202E".repeat(2000),
  "[a]\ninherits = 'b'\n[b]\ninherits = 'a'",
  "\uFEFF" + "[v:chess]\n" + "customPiece1 = a:" + "K".repeat(9000),
  "Game: x\n" + "0,0 ".repeat(9000),
  "files=36 ranks=36\n" + "pawn:P:" + "yafs".repeat(900) + "::\n",
  Array.from({ length: 400 }, (_, n) => `[p${n}]\ninherits = 'chess'\npieces.queen.move = 'KNADcaKmcabKcavKgabQ'\n`).join(""),
];

export const tests = {
  "an address holds the definition and the game": {
    async run(page, { server }) {
      await page.write("name = 'shared'\ntitle = 'Shared'\ninherits = 'chess'\npieces.knight.move = 'NN'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "Shared");
      await page.two();
      await page.click("b1");
      await page.click("c3");
      await page.says(/White played/);
      await page.page.click("#share");
      const address = await page.page.inputValue("#share-address");
      assert.ok(address.includes("#d="));
      server.asked.length = 0;
      const other = await page.context.newPage();
      await other.goto(address);
      await other.waitForFunction(() => document.documentElement.dataset.ready === "editor");
      assert.equal(await other.textContent("#title"), "Shared");
      assert.match(await other.getAttribute('[data-square="c3"]', "aria-label"), /white knight/);
      assert.ok(server.asked.every((path) => !path.includes("d=")));
      await other.goto(page.server.url + "?x#d=%%%not-a-definition");
      await other.waitForFunction(() => document.documentElement.dataset.ready === "editor");
      assert.equal(await other.textContent("#title"), "mine");
    },
  },
  "a link is followed where the page is open, and one that is broken is said to be": {
    async run(page) {
      await page.write("name = 'shared'\ntitle = 'Shared'\ninherits = 'chess'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "Shared");
      await page.two();
      await page.click("b1");
      await page.click("c3");
      await page.says(/White played/);
      await page.page.click("#share");
      const address = await page.page.inputValue("#share-address");
      await page.page.keyboard.press("Escape");
      await page.write("name = 'other'\ntitle = 'Other'\ninherits = 'shogi'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "Other");
      await page.page.evaluate(() => (location.hash = "#d=AAAA"));
      await page.says(/no definition that can be read/);
      await page.page.evaluate((hash) => (location.hash = hash), new URL(address).hash);
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "Shared");
      await page.page.waitForTimeout(600);
      await page.holds("c3", /white knight/);
      await page.says(/White played/);
    },
  },
  "the page goes on where it was when it is loaded again": {
    async run(page) {
      await page.write("name = 'kept'\ntitle = 'Kept'\ninherits = 'chess'\npieces.knight.move = 'NN'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "Kept");
      await page.two();
      await page.click("b1");
      await page.click("c3");
      await page.says(/White played/);
      await page.page.locator("#editor .cm-content").click();
      await page.page.keyboard.press("ControlOrMeta+End");
      await page.page.keyboard.type("pieces.queen.move = 'Q");
      await page.page.locator("#findings li.error").first().waitFor();
      await page.page.reload();
      await page.ready();
      assert.equal(await page.page.textContent("#title"), "Kept");
      await page.holds("c3", /white knight/);
      assert.match(await page.text(), /'Q$/m);
      await page.page.locator("#findings li.error").first().waitFor();
      // Another visit begins anew.
      await page.page.goto("about:blank");
      await page.page.goto(page.server.url);
      await page.ready();
      assert.equal(await page.page.textContent("#title"), "mine");
    },
  },
  "who plays and the theme stay when the page is loaded again": {
    async run(page) {
      await page.two();
      await page.page.locator("#level").fill("7");
      await page.page.click("#theme");
      const theme = await page.page.evaluate(() => document.documentElement.dataset.theme);
      await page.page.reload();
      await page.ready();
      assert.equal(await page.page.inputValue("#black"), "you");
      assert.equal(await page.page.textContent("#level-out"), "master");
      assert.equal(await page.page.evaluate(() => document.documentElement.dataset.theme), theme);
    },
  },
  "the address of a large game fits a phone": {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    async run(page) {
      await page.write("name = 'large'\ntitle = 'large'\ninherits = 'grand-apothecary-chess-alert'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "large");
      await page.menu(() => page.page.click("#share"));
      const address = await page.page.inputValue("#share-address");
      await page.page.goto("about:blank");
      await page.page.goto(address);
      await page.ready();
      assert.equal(await page.page.evaluate(() => document.documentElement.scrollWidth), 390);
    },
  },
  "the page works without a network": {
    async run(page) {
      await page.page.evaluate(() => navigator.serviceWorker.ready);
      await page.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.context.setOffline(true);
      await page.page.reload();
      await page.ready();
      await page.click("e2");
      await page.click("e4");
      await page.says(/Black played/);
      await page.page.click("#games");
      await page.page.locator("[data-game]").nth(100).waitFor();
      await page.context.setOffline(false);
      page.noise = page.noise.filter((one) => !/net::ERR_INTERNET_DISCONNECTED/.test(one));
    },
  },
  "an isolated page searches with a thread for each core": {
    alone: true,
    async run(page, { server }) {
      if (!(await fetch(`${server.url}ferz-threads.bin`)).ok) return console.log("skipped: the page was built without threads");
      // The second library is compiled meanwhile.
      page.page.setDefaultTimeout(120_000);
      assert.equal(await page.page.evaluate(() => crossOriginIsolated), false);
      await page.page.evaluate(() => navigator.serviceWorker.ready);
      await page.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.page.reload();
      await page.ready();
      assert.equal(await page.page.evaluate(() => crossOriginIsolated), true);
      await page.page.click("#analyze");
      await page.page.waitForFunction(() => /nodes/.test(document.getElementById("effort").textContent));
      await page.page.click("#analyze");
      const loaded = () => performance.getEntriesByType("resource").map((one) => one.name.split("/").pop());
      assert.ok((await page.page.evaluate(loaded)).includes("ferz-threads.bin"));
      // The nodes of a search with a limit for its first thread: of the whole search, with a library with threads or without.
      const search = async (file) => {
        const { body } = await fetch(file);
        const unpacked = new Response(body.pipeThrough(new DecompressionStream("deflate-raw")), { headers: { "Content-Type": "application/wasm" } });
        const module = await WebAssembly.compileStreaming(unpacked);
        const worker = new Worker("worker.js");
        const answer = (message) =>
          new Promise((resolve) => {
            worker.onmessage = ({ data }) => (data.ready || data.id ? resolve(data) : undefined);
            worker.postMessage(message);
          });
        await answer({ module });
        const nodes = [];
        for (let id = 1; id <= 3; id++) {
          const request = JSON.stringify({ op: "think", variant: "xiangqi", moves: [], nodes: 300_000, helpers: 100, slice: 1 });
          nodes.push(JSON.parse((await answer({ id, request })).answer).ok.nodes);
        }
        worker.terminate();
        return nodes;
      };
      const cores = await page.page.evaluate(() => Math.min(navigator.hardwareConcurrency, 8));
      for (const nodes of await page.page.evaluate(search, "ferz.bin")) assert.ok(nodes < 310_000, `${nodes}`);
      for (const nodes of await page.page.evaluate(search, "ferz-threads.bin")) assert.equal(nodes > 330_000, cores > 1, `${nodes}`);
    },
  },
  "axe finds nothing, in light and in dark": {
    async run(page) {
      await page.click("e2");
      await page.holds("e4", /move here/);
      await page.isAccessible();
      await page.page.click("#theme");
      await page.page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
      await page.isAccessible();
      await page.page.click("#tab-pieces");
      await page.isAccessible();
      await page.page.click("#tab-make");
      await page.isAccessible();
      await page.page.click("#tab-board");
      await page.page.locator("#tool-hole").click();
      await page.isAccessible();
      await page.page.click("#games");
      await page.isAccessible();
    },
  },
  "who wants dark colors has them at once": {
    colorScheme: "dark",
    async run(page) {
      assert.equal(await page.page.getAttribute("html", "data-theme"), "dark");
      await page.click("g1");
      await page.holds("f3", /move here/);
    },
  },
  "the page as it is after a few moves": {
    async run(page, { pictures }) {
      await page.write("# A Griffon for each Knight.\nname = 'mine'\ntitle = 'Griffons'\ninherits = 'chess'\npieces.knight.move = 'FyafsF'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "Griffons");
      await page.two();
      await page.click("e2");
      await page.click("e4");
      await page.click("d7");
      await page.click("d5");
      await page.says(/Black played d5/);
      await page.click("f1");
      await page.holds("b5", /move here/);
      await page.picture(pictures, "desktop");
    },
  },
  "twenty hostile definitions do not freeze the page": {
    alone: true,
    async run(page) {
      await page.two();
      const longest = async () => page.page.evaluate(() => {
        const most = window.longestGap ?? 0;
        window.longestGap = 0;
        return most;
      });
      await page.page.evaluate(() => {
        let last = performance.now();
        window.longestGap = 0;
        setInterval(() => {
          const now = performance.now();
          window.longestGap = Math.max(window.longestGap, now - last);
          last = now;
        }, 50);
      });
      for (const [index, text] of HOSTILE.entries()) {
        // As by pasting it.
        await page.page.locator("#editor .cm-content").evaluate((content, pasted) => {
          content.focus();
          const view = content.cmTile?.view ?? content.cmView?.view ?? content.cmView?.rootView?.view;
          if (view) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: pasted } });
          else throw new Error("there is no editor");
        }, index < 12 ? `name = 'bad'\ninherits = 'chess'\n${text}` : text);
        await page.page.waitForTimeout(400);
        const gap = await longest();
        assert.ok(gap < 2000, `definition ${index}: ${gap} ms`);
      }
      await page.write("name = 'good'\ntitle = 'good'\ninherits = 'chess'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "good", null, { timeout: 60_000 });
      await page.click("e2");
      await page.holds("e4", /move here/);
    },
  },
  "a worker that is silent is replaced, and the game goes on": {
    async run(page) {
      await page.two();
      await page.click("e2");
      await page.click("e4");
      await page.says(/White played e4/);
      // The first answer of the worker is lost: from then on it is silent.
      await page.page.evaluate(() => {
        const send = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, ...more) {
          if (!message.request) return send.call(this, message, ...more);
          Worker.prototype.postMessage = send;
        };
      });
      const begun = Date.now();
      await page.click("e7");
      await page.says(/took too long/);
      assert.ok(Date.now() - begun < 15_000);
      await page.says(/White played e4. Black to move/);
      await page.click("e7");
      await page.holds("e5", /move here/);
      await page.click("e5");
      await page.says(/Black played e5/);
    },
  },
};
