//! Definition files: what is read, what is reported and where, and the built-ins.

use ferz::definition::{Catalog, Format};

#[test]
fn tmp() {
    let read = Catalog::read(Catalog::builtin_text(), Format::Toml);
    for d in &read.diagnostics { println!("{d:?} {:?}", &Catalog::builtin_text()[d.span.range()]); }
    for n in read.value.names() { println!("{n}"); }
    println!("{:#?}", read.value.get("grand"));
    println!("{}", serde_json::to_string_pretty(&ferz::definition::schema()).unwrap());
}
