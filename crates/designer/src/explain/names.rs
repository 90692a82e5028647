//! The usual names of pieces by their movement.

use std::sync::OnceLock;

use ferz::movement::Movement;
use ferz::source::budget::unbounded;
use ferz::source::nearest;

use super::strand::Anatomy;

/// The maximum length of a word that is compared with names, in bytes.
const MAX_NAME: usize = 80;

/// Movements with their usual names, the most common first. The lookup does not depend on the spelling of the
/// movement.
const TABLE: &[(&str, &[&str])] = &[
    ("K", &["King", "Man", "Commoner"]),
    ("Q", &["Queen"]),
    ("R", &["Rook"]),
    ("B", &["Bishop"]),
    ("N", &["Knight"]),
    ("fmWfceFifmnD", &["Pawn"]),
    ("fmWfcF", &["Pawn without a double step", "Shatranj Pawn"]),
    ("fmWfceF", &["Pawn without a double step"]),
    ("fmFfceWifmnA", &["Berolina Pawn"]),
    ("fmFfcW", &["Berolina Pawn without a double step"]),
    ("mfW*fceF", &["Pawn that runs to the middle"]),
    ("mfF*fceW", &["Berolina Pawn that runs to the middle"]),
    ("W", &["Wazir"]),
    ("F", &["Ferz", "Advisor", "Met"]),
    ("D", &["Dabbaba", "War Machine"]),
    ("A", &["Alfil", "Elephant (shatranj)"]),
    ("H", &["Threeleaper"]),
    ("G", &["Tripper"]),
    ("C", &["Camel"]),
    ("Z", &["Zebra"]),
    ("FX", &["Giraffe"]),
    ("DY", &["Stag"]),
    ("NY", &["Antelope"]),
    ("WX", &["Fourleaper"]),
    ("AY", &["Commuter"]),
    ("NN", &["Nightrider"]),
    ("DD", &["Dabbabarider"]),
    ("AA", &["Alfilrider"]),
    ("CC", &["Camelrider"]),
    ("ZZ", &["Zebrarider"]),
    ("WD", &["Woody Rook", "Machine"]),
    ("FD", &["Kirin", "Kylin"]),
    ("WA", &["Phoenix", "Waffle"]),
    ("FA", &["Elephant (modern)", "Ferz-Alfil"]),
    ("AD", &["Alibaba"]),
    ("NW", &["Marquis"]),
    ("NF", &["Priest"]),
    ("NK", &["Centaur", "Spider"]),
    ("NC", &["Gnu", "Wildebeest"]),
    ("CZ", &["Bison"]),
    ("NZ", &["Okapi"]),
    ("NCZ", &["Buffalo"]),
    ("ND", &["Carpenter"]),
    ("NAD", &["Squirrel"]),
    ("CF", &["Wizard"]),
    ("CA", &["Roc"]),
    ("WAD", &["Champion"]),
    ("FAD", &["Fad"]),
    ("KAD", &["Mastodon", "General"]),
    ("KNAD", &["Lion (single move)"]),
    ("HFD", &["Half-Duck", "Kangaroo"]),
    ("WZ", &["Warlock", "Sorcerer"]),
    ("FH", &["Frog"]),
    ("WH", &["Scout"]),
    ("NH", &["Fencer"]),
    ("NG", &["Nipper"]),
    ("KADGH", &["Duchess"]),
    ("GHCZ", &["Cheetah"]),
    ("ADGH", &["Hawk"]),
    ("FDH", &["Opulent Lion"]),
    ("RN", &["Chancellor", "Marshal", "Empress"]),
    ("BN", &["Archbishop", "Cardinal", "Princess"]),
    ("QN", &["Amazon"]),
    ("RF", &["Dragon King", "Crowned Rook"]),
    ("BW", &["Dragon Horse", "Crowned Bishop"]),
    ("RFN", &["Aiwok"]),
    ("BNN", &["Unicorn"]),
    ("RNN", &["Varan"]),
    ("QNN", &["Amazonrider"]),
    ("BD", &["Bede"]),
    ("BDD", &["Bede (with Dabbabarider)"]),
    ("BC", &["Caliph"]),
    ("RC", &["Canvasser"]),
    ("NB2", &["Leopard"]),
    ("RpcRF", &["Mortar"]),
    ("R4", &["Short Rook"]),
    ("fhNrlRK", &["Colonel"]),
    ("KfsRfhN", &["Colonel"]),
    ("frlRrlbK", &["Charging Rook"]),
    ("fhNrlbK", &["Charging Knight"]),
    ("fbNF", &["Fibnif"]),
    ("FR4", &["Forfer"]),
    ("B4nD", &["Bandit"]),
    ("fNbB", &["Knishop"]),
    ("fBbhN", &["Bishight"]),
    ("mBcN", &["Biskni"]),
    ("mNcB", &["Knibis"]),
    ("mRcN", &["Rookni"]),
    ("mNcR", &["Kniroo"]),
    ("mBcR", &["Bisroo"]),
    ("mRcB", &["Roobis"]),
    ("B2ND", &["Spider (Musketeer)"]),
    ("B3vND", &["Fortress (Musketeer)"]),
    ("FWDsN", &["Cannon (Musketeer)"]),
    ("NCH", &["Unicorn (Musketeer)"]),
    ("FfW", &["Silver General", "Khon"]),
    ("WfF", &["Gold General"]),
    ("fN", &["Shogi Knight"]),
    ("fR", &["Lance"]),
    ("fW", &["Shogi Pawn"]),
    ("fWfF", &["Iron General"]),
    ("fF", &["Stone General"]),
    ("FvW", &["Ferocious Leopard"]),
    ("fFvW", &["Copper General"]),
    ("vW", &["Go-Between"]),
    ("FsbW", &["Blind Tiger"]),
    ("FsfW", &["Drunk Elephant"]),
    ("sRvW", &["Side Mover"]),
    ("vRsW", &["Vertical Mover"]),
    ("sRB", &["Free Boar"]),
    ("vRB", &["Flying Ox"]),
    ("vRFsW", &["Flying Stag"]),
    ("vR", &["Reverse Chariot"]),
    ("vRfB", &["White Horse"]),
    ("vRbB", &["Whale"]),
    ("sWfF", &["Flying Cock"]),
    ("fAbD", &["Goose"]),
    ("bFfD", &["Swallow"]),
    ("fRbrBblF", &["Left Quail"]),
    ("fRblBbrF", &["Right Quail"]),
    ("mRmasR", &["Hook Mover"]),
    ("KNADcaKmcabK", &["Lion"]),
    ("nN", &["Mao", "Xiangqi Horse"]),
    ("afsW", &["Mao (by steps)", "Xiangqi Horse"]),
    ("afsF", &["Moa"]),
    ("afsK", &["Moo"]),
    ("WafsW", &["Rhino"]),
    ("nA", &["Xiangqi Elephant"]),
    ("fsW", &["Xiangqi Soldier (across the river)"]),
    ("mRcpR", &["Cannon", "Pao"]),
    ("mBcpB", &["Vao"]),
    ("mQcpQ", &["Leo"]),
    ("pR", &["Janggi Cannon"]),
    ("gQ", &["Grasshopper"]),
    ("gR", &["Rook Hopper"]),
    ("gB", &["Bishop Hopper"]),
    ("gNN", &["Nightrider Hopper"]),
    ("gafK", &["Time-reversed Grasshopper"]),
    ("qN", &["Rose"]),
    ("zB", &["Crooked Bishop", "Boyscout"]),
    ("zR", &["Crooked Rook", "Girlscout"]),
    ("qQ", &["Slip Queen"]),
    ("jR", &["Ski Rook"]),
    ("jB", &["Ski Bishop"]),
    ("jQ", &["Ski Queen"]),
    ("FyafsF", &["Griffon", "Eagle"]),
    ("WyafsW", &["Aanca", "Manticore", "Rhinoceros"]),
    ("yafF", &["Picket"]),
    ("DmpafyafsW", &["Osprey"]),
    ("NmpafsyafW", &["Unicornio"]),
    ("NmpafsafF", &["Knight that steps on outwards"]),
    ("v[F?R]", &["Ship"]),
    ("[vW?fsB]", &["Snake"]),
    ("A[A-B]", &["Bicycle"]),
    ("D[D-R]", &["Bireme"]),
    ("afafsKafsafzfK", &["Falcon"]),
    (
        "afafafsKafsafafKafafraflKafaflafrKafraflafKaflafrafK",
        &["Vulture (without its quiet leap)"],
    ),
    (
        "afafafsKafsafafKafafraflKafaflafrKafraflafKaflafrafKmH",
        &["Vulture"],
    ),
    (
        "BmHafafafsKafsafafKafafraflKafaflafrKafraflafKaflafrafKmH",
        &["Valkyrie"],
    ),
    ("afsafzW", &["Lame Camel"]),
    ("[B?foF-bF-sB]", &["Reflecting Bishop"]),
    ("BtgabyabsB", &["Friendly Bifurcator Bishop"]),
    ("RtgabyabsR", &["Friendly Bifurcator Rook"]),
    ("gabyabsB", &["Bifurcator Bishop"]),
    ("gabyabsR", &["Bifurcator Rook"]),
    ("(az)N", &["Quintessence"]),
    ("afs(afzafz)W", &["Mao-rider"]),
    ("afs(afzafz)F", &["Moa-rider"]),
    ("WaaW", &["Padwar"]),
    ("mRcaibR", &["Rifle Rook"]),
    ("NmNNcpNN", &["Nightsling"]),
    ("QudQafudQ", &["Valkyrie (that swaps)"]),
    ("mcoabyafmKdaubyafmK", &["Withdrawer"]),
    ("yafmcabQ", &["Advancer"]),
    ("fmFfcafmF", &["Draughtsman"]),
    ("N[mW-B]", &["Unicorn (wide)"]),
    ("mWcF", &["Steward"]),
    ("NmL", &["Knight with a quiet camel leap"]),
    ("nD", &["Lame Dabbaba"]),
    ("FAfsW", &["Musth"]),
    ("fbNW", &["Napoleon"]),
];

/// The usual names of a movement, the most common first; empty if it has none.
///
/// The lookup compares movements, not spellings. A piece with castling or a special first move is also found
/// by its other moves.
pub fn names(movement: &Movement) -> Vec<&'static str> {
    static ANATOMIES: OnceLock<Vec<(Anatomy, &[&str])>> = OnceLock::new();
    let table = ANATOMIES.get_or_init(|| {
        let anatomy = |&(betza, names): &(&str, &'static [&'static str])| {
            let movement = Movement::new(betza).ok()?;
            Some((Anatomy::of(&movement), names))
        };
        unbounded(|| TABLE.iter().filter_map(anatomy).collect())
    });
    let wanted = Anatomy::of(movement);
    if wanted.is_empty() {
        return Vec::new();
    }
    let of = |wanted: &Anatomy| -> Vec<&'static str> {
        let found = table.iter().filter(|(known, _)| known.plays_like(wanted));
        found.flat_map(|(_, names)| names.iter().copied()).collect()
    };
    let exact = of(&wanted);
    if exact.is_empty() {
        of(&wanted.settled())
    } else {
        exact
    }
}

/// The movements of the pieces with a name in Betza notation, the most common first; empty for an unknown
/// name.
///
/// Case, blanks and hyphens are ignored. Parentheses after a name are optional.
///
/// ```
/// assert_eq!(ferz_designer::explain::spellings("griffon"), ["FyafsF"]);
/// assert_eq!(ferz_designer::explain::spellings("elephant"), ["A", "FA"]);
/// ```
pub fn spellings(name: &str) -> Vec<&'static str> {
    let wanted = plain(name);
    let of = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<&'static str> {
        let mut found: Vec<(&str, Anatomy)> = Vec::new();
        for (betza, _) in TABLE
            .iter()
            .filter(|(_, names)| names.iter().any(|name| is_wanted(name)))
        {
            let Ok(movement) = Movement::new(betza) else {
                continue;
            };
            let anatomy = Anatomy::of(&movement);
            if !found.iter().any(|(_, known)| known.plays_like(&anatomy)) {
                found.push((betza, anatomy));
            }
        }
        found.into_iter().map(|(betza, _)| betza).collect()
    };
    let exact = of(&|name| plain(name) == wanted);
    if !exact.is_empty() {
        return exact;
    }
    of(&|name| {
        name.split_once(" (")
            .is_some_and(|(head, _)| plain(head) == wanted)
    })
}

/// The piece name that is most similar to a word, if a typo is likely.
pub fn nearest_name(word: &str) -> Option<&'static str> {
    if word.len() > MAX_NAME {
        return None;
    }
    let all = || TABLE.iter().flat_map(|(_, names)| names.iter().copied());
    let known: Vec<String> = all().map(plain).collect();
    let near = nearest(&plain(word), known.iter().map(String::as_str))?;
    all().find(|name| plain(name) == near)
}

/// A name normalized for comparison.
fn plain(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    lower.replace(['-', '_'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_the_table_can_be_read_and_finds_its_names() {
        for (betza, usual) in TABLE {
            let movement =
                Movement::new(betza).unwrap_or_else(|found| panic!("{betza}: {found:?}"));
            let found = names(&movement);
            assert!(
                usual.iter().all(|name| found.contains(name)),
                "{betza}: {found:?}"
            );
        }
    }

    #[test]
    fn every_name_of_the_table_leads_back_to_its_piece() {
        for name in TABLE.iter().flat_map(|(_, names)| names.iter().copied()) {
            for word in [
                name.to_lowercase(),
                name.to_uppercase(),
                name.replace(' ', "-"),
            ] {
                let found = spellings(&word);
                let is_named = |betza: &&str| {
                    let movement = Movement::new(betza).unwrap_or_default();
                    names(&movement).contains(&name)
                };
                assert!(!found.is_empty(), "{word}");
                assert!(found.iter().all(is_named), "{word}: {found:?}");
            }
        }
        assert_eq!(spellings("nobody"), Vec::<&str>::new());
        assert_eq!(nearest_name("Grifon"), Some("Griffon"));
        assert_eq!(nearest_name("nobody at all"), None);
    }

    #[test]
    fn spelling_does_not_matter() {
        for (one, two) in [
            ("BN", "NB"),
            ("K", "WF"),
            ("R", "W0"),
            ("KNADcaKmcabK", "KNADcaKcabKmabK"),
            ("[F?R]", "FyafsF"),
            ("[D?B]", "DmpafyafsW"),
            ("KR", "RF"),
            ("fmWfceFifmnD", "fceFifmnDfmW"),
        ] {
            let names = |text: &str| names(&Movement::new(text).unwrap_or_default());
            assert!(!names(one).is_empty(), "{one}");
            assert_eq!(names(one), names(two), "{one} and {two}");
        }
    }
}
