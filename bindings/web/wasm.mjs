// The WebAssembly interface in Node, for the build and for tests; in the page the worker has this role.

/** Opens the bytes of the library; `ask` answers a request, `told` collects its reports. */
export function open(bytes) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const told = [];
  let library;
  const text = (place, length) => decoder.decode(new Uint8Array(library.memory.buffer, place, length));
  const imports = {
    now: () => performance.now(),
    report: (place, length) => told.push(JSON.parse(text(place, length))),
  };
  library = new WebAssembly.Instance(new WebAssembly.Module(bytes), { ferz: imports }).exports;
  const ask = (request) => {
    const written = encoder.encode(JSON.stringify(request));
    const place = library.reserve(written.length);
    new Uint8Array(library.memory.buffer, place, written.length).set(written);
    const length = library.call();
    return JSON.parse(text(library.answer(), length));
  };
  return { ask, told };
}
