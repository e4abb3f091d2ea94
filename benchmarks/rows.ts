/** Where and on what a result was measured. Figures of different provenance are not compared. */
export interface Provenance {
  readonly commit: string;
  /** The work tree had changes beside the commit. */
  readonly dirty: boolean;
  readonly date: string;
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
}

/** One line of a result: what ran, and its figures, all of them JSON. */
export interface Row {
  readonly bench: string;
  /** `toolscout`, or a peer with its version. */
  readonly contestant: string;
  readonly figures: Readonly<Record<string, unknown>>;
}

export interface Skipped {
  readonly what: string;
  readonly why: string;
}

/** One sub-goal. `value` is null, and the goal not met, as long as nothing measures it. */
export interface Goal {
  readonly row: string;
  readonly what: string;
  readonly goal: number;
  readonly value: number | null;
  readonly met: boolean;
  readonly stretch: boolean;
}

/** A file under `results/`. */
export interface BenchmarkResult {
  readonly provenance: Provenance;
  /** Of results that were put together, that of each. */
  readonly parts?: readonly Provenance[];
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
  readonly goals: readonly Goal[];
}

/** Says what is being done; results go to a file, so the terminal is free for it. */
export type Progress = (message: string) => void;
