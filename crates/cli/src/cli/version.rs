//! The output of `ferz --version`.

use std::sync::OnceLock;

/// The version with the commit, the target processor and the features.
pub(super) fn long_version() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(written)
}

fn written() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let commit = option_env!("FERZ_COMMIT").unwrap_or("not known");
    let features = [
        ("png", cfg!(feature = "png")),
        ("page", cfg!(feature = "page")),
    ];
    let features = features.iter().filter(|(_, has)| *has);
    let features: Vec<&str> = features.map(|(name, _)| *name).collect();
    let features = match features.as_slice() {
        [] => "none".to_owned(),
        some => some.join(", "),
    };
    format!(
        "{version}\ncommit:    {commit}\nprocessor: {}\nfeatures:  {features}",
        processor()
    )
}

/// The minimum processor of the build, and further features in use.
fn processor() -> String {
    let level = if cfg!(not(target_arch = "x86_64")) {
        std::env::consts::ARCH
    } else if cfg!(target_feature = "avx512f") {
        "x86-64-v4"
    } else if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
        "x86-64-v3"
    } else if cfg!(target_feature = "sse4.2") {
        "x86-64-v2"
    } else {
        "x86-64"
    };
    let bits = if has_bmi2() {
        "; the tables use BMI2"
    } else {
        ""
    };
    format!("{level}{bits}")
}

#[cfg(target_arch = "x86_64")]
fn has_bmi2() -> bool {
    std::arch::is_x86_feature_detected!("bmi2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_bmi2() -> bool {
    false
}
