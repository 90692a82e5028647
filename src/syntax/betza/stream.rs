//! `nom` over tokens.
