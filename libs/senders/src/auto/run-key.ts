import { chooseField } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { BRANCH, ENVIRONMENT, PROJECT, RUN_PARTS, RUN_PROJECT, RUN_WATCHER, WATCHER } from './field-names.js';
import { joinKey } from './join-key.js';
import { isAboutRun } from './run-state.js';
import { isStateText } from './state-word.js';
import { isId, isUrl } from './text-checks.js';

/**
 * Builds the key of a build or deployment from pipeline or job, project and branch, because each run has another id. Without a
 * pipeline or job, what else is named tells the runs of a branch apart.
 */
export function buildRunKey(
  fields: readonly ScalarField[],
  { tellsThingsApart }: { readonly tellsThingsApart: boolean },
): string | undefined {
  if (!isAboutRun(fields)) return undefined;
  const isAcceptable = ({ text }: ScalarField): boolean => text.length <= 200 && !isUrl(text) && !isId(text);
  const find = (names: readonly string[]): string | undefined =>
    chooseField(fields, names, isAcceptable)?.field.text;
  const isName = (field: ScalarField): boolean =>
    !isStateText(field.text) &&
    !isUrl(field.text) &&
    field.text.length <= 200 &&
    (isAcceptable(field) || field.name.endsWith('id'));
  const findPart = (names: readonly string[]): string | undefined =>
    chooseField(fields, names, isName)?.field.text;
  const watch = find(tellsThingsApart ? RUN_WATCHER : WATCHER);
  const [projectName, branch] = [find(PROJECT), find(BRANCH)];
  if (!tellsThingsApart) return watch && joinKey(watch, projectName, branch);
  const environment = findPart(ENVIRONMENT);
  if (watch !== undefined) return joinKey(watch, projectName, branch, environment);
  const project = chooseField(
    fields,
    RUN_PROJECT,
    (field) =>
      (field.name.endsWith('id') || isAcceptable(field)) && (field.name !== 'name' || field.depth === 0),
  );
  return branch && project && joinKey(project.field.text, branch, ...RUN_PARTS.map(findPart), environment);
}
