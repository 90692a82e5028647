//! Matrices and vectors.

/// The inverse of a symmetric matrix, by Gauss-Jordan elimination with pivoting; `None` if it is singular.
pub(in crate::referee) fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(move |column| f64::from(u8::from(row == column)));
    let mut rows: Vec<Vec<f64>> = matrix
        .iter()
        .enumerate()
        .map(|(number, row)| row.iter().copied().chain(unit(number)).collect())
        .collect();
    for column in 0..size {
        let largest = (column..size)
            .max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        rows.swap(column, largest);
        let pivot = rows[column][column];
        if pivot.abs() < 1e-12 {
            return None;
        }
        rows[column].iter_mut().for_each(|value| *value /= pivot);
        let own = rows[column].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if number != column && factor != 0.0 {
                let pairs = row.iter_mut().zip(&own);
                pairs.for_each(|(value, own)| *value -= factor * own);
            }
        }
    }
    Some(rows.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// The product of a matrix and a vector.
pub(in crate::referee) fn product(matrix: &[Vec<f64>], column: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, column)).collect()
}

/// The dot product.
pub(in crate::referee) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = vec![
            vec![0.0, 2.0, 1.0],
            vec![2.0, 5.0, -1.0],
            vec![1.0, -1.0, 3.0],
        ];
        let inverse = inverse(&matrix).unwrap();
        // The inverse is symmetric, so its rows are its columns.
        for (row, own) in inverse.iter().enumerate() {
            let unit = product(&matrix, own);
            for (column, value) in unit.iter().enumerate() {
                let expected = f64::from(u8::from(row == column));
                assert!((value - expected).abs() < 1e-12);
            }
        }
        assert!(super::inverse(&[vec![1.0, 2.0], vec![2.0, 4.0]]).is_none());
    }
}
