//! `confc catalogue`: its pages agree with `list` and `explain`, are the same in each run, and show no secrets.

mod counts;
mod folders;
mod limits;
mod page;
mod pages;
mod ranking;
