//! k-means over the features of blocks (MacQueen 1967), seeded with k-means++ (Arthur and
//! Vassilvitskii 2007): what the methods that classify blocks learn, and classify with.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::extract::parameters::Settings;
use crate::extract::spec::Spec;
use crate::random::Random;
use crate::{Error, Result};

/// Restarts, of which the tightest clustering is kept.
const RESTARTS: u64 = 10;
/// Rounds after which a clustering that still moves is taken as it is.
const ROUNDS: usize = 300;

/// A block of a labelled page.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The block's features, each in 0…1.
    pub features: Vec<f64>,
    /// Words of the block.
    pub words: u32,
    /// Words of it that are content by the gold.
    pub gold: u32,
}

/// Learnt clusters, and which of them hold content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Clusters {
    /// The spec they were learnt for: they are of use for no other settings.
    pub spec: String,
    /// What they were learnt from, with its attribution.
    pub data: String,
    /// The clusters.
    pub clusters: Vec<Cluster>,
}

/// One cluster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cluster {
    /// Mean of the features of its blocks.
    pub centroid: Vec<f64>,
    /// Whether more than half of the words of its blocks are content.
    pub content: bool,
}

impl Clusters {
    /// Learns `k` clusters of the examples: fewer where fewer examples differ.
    ///
    /// The same examples, `k` and `seed` give the same clusters.
    pub fn fit(spec: &str, data: &str, examples: &[Example], k: usize, seed: u64) -> Clusters {
        let best = (0..RESTARTS)
            .map(|restart| cluster(examples, &[], k, seed.wrapping_add(restart)))
            .min_by(|a, b| a.spread.total_cmp(&b.spread));
        let Clustering { centroids, members, .. } = best.unwrap_or_default();
        let mut shares = vec![(0u64, 0u64); centroids.len()];
        for (example, &member) in examples.iter().zip(&members) {
            shares[member].0 += u64::from(example.words);
            shares[member].1 += u64::from(example.gold);
        }
        let clusters = centroids.into_iter().zip(shares);
        let clusters = clusters
            .map(|(centroid, (words, gold))| Cluster { centroid, content: 2 * gold > words })
            .collect();
        Clusters { spec: spec.to_owned(), data: data.to_owned(), clusters }
    }

    /// Reads clusters from a JSON file.
    ///
    /// # Errors
    /// If the file cannot be read or holds none.
    fn read(path: &Path) -> Result<Clusters> {
        let json = std::fs::read(path).map_err(|error| Error::io(path, error))?;
        serde_json::from_slice(&json).map_err(|error| Error::dataset(path, error.to_string()))
    }

    /// The clusters that settings ask for: those of the file that they name, else those that ship, JSON
    /// texts that each name the spec they were learnt for. They must have been learnt for settings that
    /// are alike.
    ///
    /// # Errors
    /// If the file cannot be read or was made for other settings, or none ship for such.
    pub fn asked_for<S: Settings>(
        settings: &S,
        model: Option<&Path>,
        shipped: &[&str],
        is_alike: fn(&S, &S) -> bool,
    ) -> Result<Clusters> {
        let Some(path) = model else {
            let mut all = shipped.iter().filter_map(|json| serde_json::from_str(json).ok());
            let found = all.find(|clusters: &Clusters| clusters.suit(settings, is_alike));
            return found.ok_or_else(|| {
                settings.error(
                    "no centroids ship for these settings: give k=0 (reject no block), or \
                     evaluate with --folds, or make a model with `leafmill train` and name it with \
                     model=FILE",
                )
            });
        };
        let clusters = Clusters::read(path)?;
        if clusters.suit(settings, is_alike) {
            return Ok(clusters);
        }
        let message = format!("`{}` was trained for `{}`", path.display(), clusters.spec);
        Err(settings.error(message))
    }

    /// Whether the settings that the clusters were learnt for are alike.
    fn suit<S: Settings>(&self, settings: &S, is_alike: fn(&S, &S) -> bool) -> bool {
        let theirs = Spec::parse(&self.spec).and_then(|spec| S::of(&spec));
        theirs.is_ok_and(|theirs| is_alike(&theirs, settings))
    }

    /// Whether the cluster nearest to a block holds content; `false` where there is no cluster.
    pub fn is_content(&self, features: &[f64]) -> bool {
        let distance = |cluster: &Cluster| distance(&cluster.centroid, features);
        self.clusters
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .is_some_and(|cluster| cluster.content)
    }
}

impl AsRef<[f64]> for Example {
    fn as_ref(&self) -> &[f64] {
        &self.features
    }
}

/// Points and the clusters they fell into.
#[derive(Debug, Clone, Default)]
pub struct Clustering {
    /// Mean of each cluster.
    pub centroids: Vec<Vec<f64>>,
    /// The cluster of each point.
    pub members: Vec<usize>,
    /// Sum of squared distances to the nearest centroid.
    pub spread: f64,
}

/// At most `k` clusters of points, by Lloyd's algorithm from k-means++ seeds.
///
/// The first clusters are those of the centroids in `fixed`, which stay where they are. A point has
/// at least one feature, and all have as many.
pub fn cluster<P: AsRef<[f64]>>(
    points: &[P],
    fixed: &[Vec<f64>],
    k: usize,
    seed: u64,
) -> Clustering {
    let seeds = seeds(points, fixed, k, &mut Random(seed));
    let width = seeds.first().map_or(1, Vec::len);
    // One after another, so that a round over the points reads them from one place.
    let mut centroids = seeds.concat();
    let mut members = vec![0; points.len()];
    let mut spread = f64::INFINITY;
    for round in 0..ROUNDS {
        let mut sums = vec![0.0; centroids.len()];
        let mut counts = vec![0_usize; seeds.len()];
        let (mut distances, mut has_moved) = (0.0, round == 0);
        for (point, member) in points.iter().zip(&mut members) {
            let point = point.as_ref();
            let (nearest, distance) = nearest(&centroids, point);
            has_moved |= nearest != *member;
            *member = nearest;
            distances += distance;
            counts[nearest] += 1;
            let sums = &mut sums[nearest * point.len()..][..point.len()];
            sums.iter_mut().zip(point).for_each(|(sum, x)| *sum += x);
        }
        if distances >= spread {
            break;
        }
        spread = distances;
        if !has_moved {
            break;
        }
        let means = centroids.chunks_exact_mut(width).zip(sums.chunks_exact(width)).zip(counts);
        for ((centroid, sum), count) in means.skip(fixed.len()) {
            // A cluster that lost all its points stays where it is.
            if count > 0 {
                centroid.iter_mut().zip(sum).for_each(|(mean, sum)| *mean = sum / count as f64);
            }
        }
    }
    let centroids = centroids.chunks_exact(width).map(<[f64]>::to_vec).collect();
    Clustering { centroids, members, spread }
}

/// k-means++: each next seed is a point drawn in proportion to its squared distance from the
/// nearest seed so far.
fn seeds<P: AsRef<[f64]>>(
    points: &[P],
    fixed: &[Vec<f64>],
    k: usize,
    random: &mut Random,
) -> Vec<Vec<f64>> {
    let mut centroids = fixed.to_vec();
    let mut distances: Vec<_> = match fixed {
        [] => vec![1.0; points.len()],
        _ => {
            let fixed = fixed.concat();
            points.iter().map(|point| nearest(&fixed, point.as_ref()).1).collect()
        }
    };
    while centroids.len() < k {
        let total: f64 = distances.iter().sum();
        if total <= 0.0 {
            break;
        }
        let mut left = random.unit() * total;
        let drawn = distances.iter().position(|distance| {
            left -= distance;
            left < 0.0
        });
        let drawn = drawn.unwrap_or(points.len() - 1);
        let centroid = points[drawn].as_ref().to_vec();
        for (distance_so_far, point) in distances.iter_mut().zip(points) {
            let new = distance(&centroid, point.as_ref());
            *distance_so_far = if centroids.is_empty() { new } else { distance_so_far.min(new) };
        }
        centroids.push(centroid);
    }
    centroids
}

/// Which of the centroids, one after another, is the first that is nearest to a point, and its squared
/// distance.
#[inline]
fn nearest(centroids: &[f64], point: &[f64]) -> (usize, f64) {
    let mut best = (0, f64::INFINITY);
    for (at, centroid) in centroids.chunks_exact(point.len()).enumerate() {
        let distance = distance(centroid, point);
        if distance < best.1 {
            best = (at, distance);
        }
    }
    best
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(x: f64, y: f64, gold: u32) -> Example {
        Example { features: vec![x, y], words: 10, gold }
    }

    #[test]
    fn finds_the_clusters_and_their_verdicts() {
        let mut examples = Vec::new();
        for i in 0..20 {
            let noise = f64::from(i) / 200.0;
            examples.push(example(noise, 0.1, 9));
            examples.push(example(0.9 + noise, 0.9, 2));
            examples.push(example(0.9 + noise, 0.1, 5));
        }
        let clusters = Clusters::fit("wu", "test", &examples, 3, 1);
        assert_eq!(clusters.clusters.len(), 3);
        assert!(clusters.is_content(&[0.0, 0.0]));
        assert!(!clusters.is_content(&[1.0, 1.0]));
        // Exactly half is not more than half.
        assert!(!clusters.is_content(&[1.0, 0.0]));
        assert_eq!(clusters, Clusters::fit("wu", "test", &examples, 3, 1));
    }

    #[test]
    fn a_fixed_centroid_stays_where_it_is() {
        let points = [[0.2, 0.0], [0.4, 0.0], [5.0, 5.0], [7.0, 5.0]];
        let clusters = cluster(&points, &[vec![0.0, 0.0]], 2, 1);
        assert_eq!(clusters.centroids, [[0.0, 0.0], [6.0, 5.0]]);
        assert_eq!(clusters.members, [0, 0, 1, 1]);
        assert!(cluster(&[[0.0; 2]; 0], &[vec![0.0, 0.0]], 3, 1).members.is_empty());
    }

    #[test]
    fn fewer_different_rows_than_clusters() {
        let examples = vec![example(0.5, 0.5, 10); 7];
        let clusters = Clusters::fit("wu", "test", &examples, 4, 1);
        assert_eq!(clusters.clusters, [Cluster { centroid: vec![0.5, 0.5], content: true }]);
        let none = Clusters::fit("wu", "test", &[], 4, 1);
        assert!(!none.is_content(&[0.5, 0.5]));
    }
}
