//! `confc catalogue`: its pages say what `list` and `explain` say, are the same in each run, and show no secret.

mod folders;
mod limits;
mod page;
mod pages;
