import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDocument, DescribedOperation, Response } from './description.js';

const ID = 'https://tocsin.test/api';

/** Checks responses and requests against the OpenAPI document. */
export class DocumentValidator {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  /** Records of which all fields were checked that are always there. */
  wholeRecords = 0;
  private readonly compiled = new Map<object, ValidateFunction>();

  constructor(private readonly document: ApiDocument) {
    (formats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addVocabulary(['components']);
    this.ajv.addSchema({ $id: ID, components: document.components }, ID, false, false);
  }

  /** @param isWhole whether the request selects no fields, so that no field may be missing which is always there */
  findViolation(
    { responses }: DescribedOperation,
    answer: { status: number; headers: Headers; text: string },
    isWhole = false,
  ) {
    const declared = responses[String(answer.status)];
    if (!declared) return `status ${answer.status} is not declared`;
    if (answer.status >= 500) return `status ${answer.status}`;
    const { content, headers } = this.resolveResponse(declared);
    const optional = new Set(['ratelimit', 'ratelimit-policy', 'preference-applied', 'link']);
    if (answer.text.includes('never fits')) optional.add('retry-after');
    for (const name of Object.keys(headers ?? {}).map((each) => each.toLowerCase())) {
      if (!optional.has(name) && !answer.headers.has(name)) return `the header ${name} is missing`;
    }
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    if (!content) return answer.text === '' ? undefined : 'there should be no body';
    const media = content[type];
    if (!media) return `content type ${type} is not declared`;
    if (!media.schema || !type.includes('json')) return undefined;
    const value = JSON.parse(answer.text) as unknown;
    const violation = this.validateSchema(media.schema, value);
    const whole = media['x-whole-record'];
    if (violation !== undefined || !isWhole || whole === undefined) return violation;
    const { results = [value] } = value as { readonly results?: readonly unknown[] };
    this.wholeRecords += results.length;
    return results.map((record) => this.validateSchema(whole, record)).find((each) => each !== undefined);
  }

  validateSchema(schema: object, value: unknown): string | undefined {
    let validate = this.compiled.get(schema);
    if (!validate) {
      validate = this.ajv.compile(makeRefsAbsolute(schema) as object);
      this.compiled.set(schema, validate);
    }
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors);
  }

  private resolveResponse(declared: Response): Response {
    const name = declared.$ref?.split('/').at(-1);
    return name === undefined ? declared : (this.document.components.responses[name] ?? {});
  }
}

function makeRefsAbsolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(makeRefsAbsolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' && each.startsWith('#')
        ? `${ID}${each}`
        : makeRefsAbsolute(each),
    ]),
  );
}
