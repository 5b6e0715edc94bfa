import { describePlan } from '#shared/as-code/describe-plan.js';
import { createChecker } from '#shared/as-code/explain-schema.js';
import type { Info } from '#shared/as-code/kind.js';
import { toPlanRequest } from '#shared/as-code/plan-request.js';
import { makePlan } from '#shared/as-code/plan.js';
import { compareProblems, formatProblem, type Problem } from '#shared/as-code/positions.js';
import { readFiles, type SourceFile } from '#shared/as-code/read-files.js';
import { StoredRecords } from '#shared/as-code/stored-records.js';
import type { VariableValue } from '#shared/as-code/variables.js';
import { stripInvisible, truncateCharacters } from '#shared/kernel/clean-text.js';

/** Values of all files, those of aliases each time: a small text can have very many. */
const MAX_VALUES = 20_000;
/** Mistakes that are told, and characters of each. */
const MAX_MISTAKES = 20;
const MAX_MISTAKE = 300;

export interface PlanTask {
  readonly domain_id: string;
  readonly files: readonly SourceFile[];
  /** The JSON Schema of files. */
  readonly schema: string;
  /** The records of the domain by section, as the API shows them: a JSON list for each page. */
  readonly stored: Readonly<Record<string, readonly string[]>>;
}

export type PlanAnswer =
  /** The end of a sentence that begins with the files. */
  | { readonly refused: string }
  | {
      readonly plan: object;
      /** What is asked of the changes; `null` if there are none. */
      readonly request: Record<string, unknown> | null;
    };

/** The files of others must not read the environment or the files of a process of the service. */
const refuseVariable = (name: string): VariableValue => ({
  missing: `variables are not read here, and this value has to be compared: write it in place of \${${name}}`,
});

/** A fault of this service: its parent reports it. */
export interface PlanFailure {
  readonly failed: string;
}

/** As {@link runPlanTask}, but says of what went wrong whose fault it is. Mistakes of files are found by the reader. */
export async function answerPlanTask(
  task: PlanTask,
  run: typeof runPlanTask = runPlanTask,
): Promise<PlanAnswer | PlanFailure> {
  try {
    return await run(task);
  } catch (error) {
    // The stack is exhausted by values in values, which only files have.
    if (error instanceof RangeError) return { refused: 'have lists or objects that are nested too deeply' };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

let known: { readonly schema: string; readonly check: ReturnType<typeof createChecker> } | undefined;

/** Compares files with records. */
export async function runPlanTask({
  domain_id,
  files,
  schema,
  stored: pages,
}: PlanTask): Promise<PlanAnswer> {
  if (known?.schema !== schema) known = { schema, check: createChecker(JSON.parse(schema) as object) };
  const read = readFiles(files, {
    check: known.check,
    readVariable: refuseVariable,
    maxValues: MAX_VALUES,
  });
  if (read.domain !== undefined && read.domain !== domain_id)
    return { refused: `are of the domain ${read.domain}, but the question is for ${domain_id}` };
  const stored = await StoredRecords.read(async function* ({ section }) {
    for (const page of pages[section] ?? []) yield* JSON.parse(page) as readonly Info[];
  });
  const plan = makePlan(read, stored, { sendSecrets: false, anySecrets: true, managedBy: read.managedBy });
  if (plan.problems.length > 0) return { refused: `have mistakes: ${listMistakes(plan.problems)}` };
  return { plan: describePlan(plan), request: plan.changes.length === 0 ? null : { ...toPlanRequest(plan) } };
}

function listMistakes(problems: readonly Problem[]): string {
  const told = problems
    .toSorted(compareProblems)
    .slice(0, MAX_MISTAKES)
    .map((problem) => truncateCharacters(stripInvisible(formatProblem(problem)), MAX_MISTAKE));
  const more = problems.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
