import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { RELEASE } from '#shared/platform/release.js';
import { exactAnswers } from './exact-answers.js';
import { exactSchemas } from './exact-schemas.js';
import { FIRST_STEPS } from './first-steps.js';
import { OUTGOING_MESSAGES, withOutgoingCalls } from './outgoing-calls.js';
import { namedOperations } from './named-operations.js';
import { withSampleBodies } from './sample-bodies.js';
import { nullableFields } from './nullable-fields.js';
import { partialRecords } from './partial-records.js';
import { withQuerySchemas } from './query-schemas.js';
import { describeSharedEnums } from './shared-enums.js';
import { TAGS } from './tags.js';
import { withoutPathFields } from './without-path-fields.js';
import { withoutUnusedSchemas } from './without-unused-schemas.js';

/** The OpenAPI document. It is built from the controllers at the first request. */
@Injectable()
export class ApiDocument {
  private make: (() => OpenAPIObject) | undefined;
  private made: { readonly json: string; readonly yaml: string } | undefined;

  describe(app: NestFastifyApplication): void {
    this.make = () => makeDocument(app);
  }

  get json(): string {
    return this.texts.json;
  }

  get yaml(): string {
    return this.texts.yaml;
  }

  private get texts() {
    if (!this.make) throw new Error('No app was given to describe');
    if (!this.made) {
      const json = JSON.stringify(this.make());
      this.made = {
        json,
        yaml: stringify(JSON.parse(json), { lineWidth: 110, aliasDuplicateObjects: false }),
      };
    }
    return this.made;
  }
}

function makeDocument(app: NestFastifyApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tocsin')
    .setDescription(FIRST_STEPS)
    .setVersion(RELEASE)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('..', 'The service of this document')
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: 'The root key or an API key.' })
    .addSecurity('basic', {
      type: 'http',
      scheme: 'basic',
      description: 'Only for /docs if it is protected: any user name, with the key as the password.',
    });
  for (const { name, description } of TAGS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    autoTagControllers: false,
    extraModels: OUTGOING_MESSAGES,
  });
  const operations = withSampleBodies(namedOperations(withoutPathFields(withQuerySchemas(document))));
  const exact = describeSharedEnums(exactSchemas(withOutgoingCalls(operations)));
  return withoutUnusedSchemas(exactAnswers(nullableFields(partialRecords(exact))));
}
