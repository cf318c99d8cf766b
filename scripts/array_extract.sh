#!/usr/bin/env bash
# One task of an array job: extracts its share of a crawl into a directory that all tasks share. A task
# that is run again goes on where it was stopped.
#
#   Slurm       sbatch --array=1-100 --cpus-per-task=4 scripts/array_extract.sh crawl/ out/
#   AWS Batch   arrayProperties size 100, command: array_extract.sh /mnt/crawl /mnt/out
#   by hand     TASK=1 TASKS=4 scripts/array_extract.sh crawl/ out/
#
# Where the array is not that of all tasks, TASKS says how many there are: a task is then known by its number
# in the array, from 1 on, and TASK sets it. So one task is run again:
#
#   Slurm       TASKS=100 sbatch --array=7 scripts/array_extract.sh crawl/ out/
#
# Further arguments go to `leafmill extract`.
set -euo pipefail

if [ $# -lt 2 ]; then
    sed -n '2,14p' "$0" >&2
    exit 2
fi
input=$1 output=${2%/}/
shift 2

threads=${SLURM_CPUS_PER_TASK:-0}
if [ -n "${TASK:-}" ]; then
    task=$TASK tasks=${TASKS:?set TASKS to the number of tasks}
elif [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    threads=${SLURM_CPUS_PER_TASK:-1}
    if [ -n "${TASKS:-}" ]; then
        task=$SLURM_ARRAY_TASK_ID tasks=$TASKS
    else
        # --array=1-199:2 numbers its tasks by steps of 2.
        task=$(((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN) / ${SLURM_ARRAY_TASK_STEP:-1} + 1))
        tasks=$SLURM_ARRAY_TASK_COUNT
    fi
elif [ -n "${AWS_BATCH_JOB_ARRAY_INDEX:-}" ]; then
    task=$((AWS_BATCH_JOB_ARRAY_INDEX + 1))
    tasks=${TASKS:?set TASKS to the size of the array: AWS Batch does not tell a task}
else
    echo "no array task: set TASK and TASKS" >&2
    exit 2
fi

exec leafmill extract "$input" --output "$output" --shard "$task/$tasks" --threads "$threads" "$@"
