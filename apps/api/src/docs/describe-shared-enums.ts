import type { OpenAPIObject } from '@nestjs/swagger';

/** Descriptions of shared enumerations. The generator would use the description of the first field that has one. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Severity:
    'The severity of an alarm. The values are in order, the most severe first. NOT_AVAILABLE and NONE: the sender ' +
    'gives no severity.',
};

export function describeSharedEnums(document: OpenAPIObject): OpenAPIObject {
  for (const [name, description] of Object.entries(DESCRIPTIONS)) {
    const schema = document.components?.schemas?.[name];
    if (schema === undefined) throw new Error(`there is no schema ${name}`);
    Object.assign(schema, { description });
  }
  return document;
}
