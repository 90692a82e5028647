//! `ferz web`: the served files, and the refused requests.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A program that serves a folder, ended at the end of the test.
struct Served {
    child: Child,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(folder: &std::path::Path) -> Served {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["web", "--no-open", "--port", "0", "--dir"])
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("it has an output");
    BufReader::new(stdout)
        .read_line(&mut line)
        .expect("it says where the page is");
    let address = line
        .trim()
        .strip_prefix("The page is at http://")
        .expect("an address");
    let address = address.trim_end_matches('/').to_owned();
    Served { child, address }
}

impl Served {
    /// The whole answer to a request.
    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("somebody listens");
        // Who is refused early may have gone before everything is said.
        let _ = stream.write_all(request.as_bytes());
        let mut said = Vec::new();
        let _ = stream.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    }

    fn get(&self, target: &str) -> String {
        self.ask(&format!(
            "GET {target} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.address
        ))
    }
}

#[test]
fn the_page_is_served_to_this_machine_and_nothing_else_is() {
    let folder = std::env::temp_dir().join(format!("ferz-web-test-{}", std::process::id()));
    fs::create_dir_all(folder.join("inner")).expect("a folder");
    fs::write(folder.join("index.html"), "<p>here").expect("a file");
    fs::write(folder.join("main.js"), "1").expect("a file");
    fs::write(folder.join("secret.key"), "secret").expect("a file");
    fs::write(folder.join("inner/index.html"), "inner").expect("a file");
    let served = serve(&folder);

    let page = served.get("/");
    assert!(
        page.starts_with("HTTP/1.1 200 OK\r\n") && page.ends_with("\r\n\r\n<p>here"),
        "{page}"
    );
    assert!(page.contains(
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
    ));
    assert!(page.contains("text/html"));
    assert!(served.get("/main.js?x=1").contains("text/javascript"));
    for target in [
        "/secret.key",
        "/inner/index.html",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "main.js",
        "/none.js",
        "",
    ] {
        assert!(served.get(target).starts_with("HTTP/1.1 404 "), "{target}");
    }
    let elsewhere = served.ask("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n");
    assert!(elsewhere.starts_with("HTTP/1.1 403 "));
    assert!(
        served
            .ask("GET / HTTP/1.1\r\n\r\n")
            .starts_with("HTTP/1.1 403 ")
    );
    let post = format!("POST / HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    assert!(served.ask(&post).starts_with("HTTP/1.1 405 "));
    let head = format!("HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    assert!(served.ask(&head).ends_with("\r\n\r\n"));
    let long = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(20_000));
    assert!(!served.ask(&long).contains("200 OK"));
    // Who connects and asks nothing keeps nobody else waiting.
    let idle: Vec<TcpStream> = (0..100)
        .map(|_| TcpStream::connect(&served.address).expect("somebody listens"))
        .collect();
    for _ in 0..20 {
        assert!(served.get("/").contains("200 OK"));
    }
    drop(idle);
    // It is still there.
    assert!(served.get("/").contains("200 OK"));

    fs::remove_file(folder.join("index.html")).expect("it was there");
    let none = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["web", "--no-open", "--dir"])
        .arg(&folder)
        .output()
        .expect("the program starts");
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("contains no page"));
    fs::remove_dir_all(&folder).expect("it was there");
}
