//! Small systems of linear equations.

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

/// Solves a linear system with a symmetric positive definite matrix, given by its upper triangle, by Cholesky
/// decomposition; `None` for other matrices.
pub(in crate::referee) fn solved(
    mut above: Vec<Vec<f64>>,
    mut column: Vec<f64>,
) -> Option<Vec<f64>> {
    let size = above.len();
    for at in 0..size {
        let (done, rest) = above.split_at_mut(at + 1);
        let own = &mut done[at];
        if own[at] <= 1e-12 {
            return None;
        }
        let root = own[at].sqrt();
        own[at..].iter_mut().for_each(|value| *value /= root);
        column[at] /= root;
        for (row, number) in rest.iter_mut().zip(at + 1..) {
            let factor = own[number];
            if factor != 0.0 {
                let pairs = row[number..].iter_mut().zip(&own[number..]);
                pairs.for_each(|(value, own)| *value -= factor * own);
                column[number] -= factor * column[at];
            }
        }
    }
    for at in (0..size).rev() {
        let known = dot(&above[at][at + 1..], &column[at + 1..]);
        column[at] = (column[at] - known) / above[at][at];
    }
    Some(column)
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

    #[test]
    fn a_symmetric_matrix_turns_what_is_solved_into_what_was_given() {
        let matrix = vec![
            vec![4.0, 2.0, -1.0],
            vec![2.0, 5.0, 0.5],
            vec![-1.0, 0.5, 3.0],
        ];
        let given = vec![1.0, -2.0, 7.0];
        let solved = solved(matrix.clone(), given.clone()).unwrap();
        for (found, given) in product(&matrix, &solved).iter().zip(&given) {
            assert!((found - given).abs() < 1e-12);
        }
        let other = vec![vec![1.0, 2.0], vec![2.0, 1.0]];
        assert!(super::solved(other, vec![1.0, 1.0]).is_none());
    }
}
