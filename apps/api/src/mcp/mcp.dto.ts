import { MAX_FILTER_TEXT } from '#shared/query/text/parse-filter-text.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { SEVERITIES, type Severity } from '#monitoring';
import { CallerIdField, EnumField, IdField, IntField, ListField, TextField } from '../http/body/fields.js';
import { LabelsField } from '../http/body/label-fields.js';

/** The maximum number of alerts, or of entries of a timeline, in one result. */
const MAX_RESULTS = 100;

export const DEFAULT_RESULTS = 20;

export class SearchAlertsArguments extends DomainRequest {
  @TextField({
    required: false,
    max: MAX_FILTER_TEXT,
    description:
      'Conditions as text. Fields include state (OPEN, RESOLVED), severity (CRITICAL, ERROR, WARNING, INFO), title, rule, ' +
      'resource.name, labels.NAME, project_id, webhook_id, acknowledged, assignee, opened_at and resolved_at. ' +
      'Operators: = != < <= > >= contains, regex, exists, in (A, B); and, or, not, parentheses. Times are ISO 8601 or like ' +
      'now - 2h. Texts that are not a single word stand in double quotes.',
    example: 'state = OPEN and severity >= ERROR and labels.team = "db"',
  })
  filter?: string;

  @TextField({
    required: false,
    max: 1024,
    description: 'Words that must all occur in the title or other texts of the alert.',
  })
  keyword?: string;

  @IntField({
    required: false,
    min: 1,
    max: MAX_RESULTS,
    description: `The maximum number of alerts. Default: ${DEFAULT_RESULTS}.`,
  })
  limit?: number;

  @TextField({ required: false, description: 'The `next_cursor` of the page before.' })
  cursor?: string;
}

export class GetAlertArguments extends DomainRequest {
  @IdField('alert', { description: 'The id of the alert, as search_alerts returns it.' })
  alert_id!: string;

  @IntField({
    required: false,
    min: 1,
    max: MAX_RESULTS,
    description: `The maximum number of entries of the timeline, the newest. Default: ${DEFAULT_RESULTS}.`,
  })
  limit?: number;
}

export class WhoWouldBeToldArguments extends DomainRequest {
  @IdField('alert', {
    required: false,
    description: 'The id of an alert. Without it, the other arguments describe one.',
  })
  alert_id?: string;

  @EnumField(SEVERITIES, { required: false, anyCase: true, description: 'Required without alert_id.' })
  severity?: Severity;

  @TextField({ required: false, max: 1024 })
  title?: string;

  @TextField({ required: false, max: 1024 })
  rule?: string;

  @LabelsField({ required: false, example: { team: 'db' } })
  labels?: Record<string, string>;

  @TextField({ required: false, max: 1024, description: 'The name of the resource that the alert is about.' })
  resource_name?: string;

  @CallerIdField({ required: false })
  project_id?: string;

  @IdField('webhook', { required: false })
  webhook_id?: string;
}

/** Characters of a file. A message has at most 64 KiB. */
const MAX_FILE_TEXT = 65_536;
const MAX_FILES = 50;
const MAX_PLAN_DAYS = 30;
export const DEFAULT_PLAN_DAYS = MAX_PLAN_DAYS;

export class PlannedFile {
  @TextField({ max: 255, description: 'The name of the file, for messages.', example: 'tocsin.yaml' })
  name!: string;

  @TextField({
    max: MAX_FILE_TEXT,
    description: 'The YAML text. Variables are not read.',
    example: 'quotas: { email: { day: 1000 } }',
  })
  content!: string;
}

export class PlanArguments extends DomainRequest {
  @ListField(PlannedFile, {
    max: MAX_FILES,
    description:
      'All files of the folder: records of its sections that are in none are told as not in the files.',
  })
  files!: PlannedFile[];

  @IntField({
    required: false,
    min: 1,
    max: MAX_PLAN_DAYS,
    description: `The number of past days to look at. Default: ${DEFAULT_PLAN_DAYS}.`,
  })
  days?: number;
}
