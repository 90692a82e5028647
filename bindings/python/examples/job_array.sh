#!/bin/sh
# Units of work by a job array: each job does its part of a plan and writes a file, and nobody waits for
# anybody. With Slurm this file is the job:
#
#     python -m ferz.units perft chess 7 --out plan.json
#     sbatch --array=1-100 --requeue examples/job_array.sh plan.json
#     python -m ferz.units merge plan.json.part-*
#
# Without Slurm GNU parallel does the same on one machine:
#
#     seq 100 | PARTS=100 parallel SLURM_ARRAY_TASK_ID={} examples/job_array.sh plan.json
#
# A job that is started again goes on where its file ends.
set -eu
plan=$1
part=$SLURM_ARRAY_TASK_ID
parts=${PARTS:-$SLURM_ARRAY_TASK_COUNT}
exec python -m ferz.units run "$plan" --shard "$part/$parts" --out "$plan.part-$part"
