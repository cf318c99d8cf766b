#!/usr/bin/env bash
# One task of an array job: extracts its share of a crawl into a directory that all tasks share. A task
# that is run again goes on where it was stopped.
#
#   Slurm       sbatch --array=1-100 --cpus-per-task=4 scripts/array_extract.sh crawl/ out/
#   AWS Batch   arrayProperties size 100, command: array_extract.sh /mnt/crawl /mnt/out
#   by hand     TASK=1 TASKS=4 scripts/array_extract.sh crawl/ out/
#
# Further arguments go to `leafmill extract`.
set -euo pipefail

if [ $# -lt 2 ]; then
    sed -n '2,9p' "$0" >&2
    exit 2
fi
input=$1 output=${2%/}/
shift 2

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    task=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
    tasks=$SLURM_ARRAY_TASK_COUNT
    threads=${SLURM_CPUS_PER_TASK:-1}
elif [ -n "${AWS_BATCH_JOB_ARRAY_INDEX:-}" ]; then
    task=$((AWS_BATCH_JOB_ARRAY_INDEX + 1))
    tasks=${TASKS:?set TASKS to the size of the array: AWS Batch does not tell a task}
    threads=0
else
    task=${TASK:?no array task: set TASK and TASKS} tasks=${TASKS:?set TASKS} threads=0
fi

exec leafmill extract "$input" --output "$output" --shard "$task/$tasks" --threads "$threads" "$@"
