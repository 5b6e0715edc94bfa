import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { RELEASE } from '#shared/platform/release.js';
import { completeResponses } from './complete-responses.js';
import { rewriteSchemas } from './rewrite-schemas.js';
import { FIRST_STEPS } from './first-steps.js';
import { OUTGOING_MESSAGES, addOutgoingCalls } from './outgoing-calls.js';
import { nameOperations } from './name-operations.js';
import { addSampleBodies } from './sample-bodies.js';
import { markNullableFields } from './mark-nullable-fields.js';
import { addPartialSchemas } from './add-partial-schemas.js';
import { addQuerySchemas } from './query-schemas.js';
import { describeSharedEnums } from './describe-shared-enums.js';
import { TAGS } from './tags.js';
import { removePathFields } from './remove-path-fields.js';
import { removeUnusedSchemas } from './remove-unused-schemas.js';

/** The OpenAPI document. It is built from the controllers at the first request. */
@Injectable()
export class ApiDocument {
  private build: (() => OpenAPIObject) | undefined;
  private rendered: { readonly json: string; readonly yaml: string } | undefined;

  setApp(app: NestFastifyApplication): void {
    this.build = () => buildDocument(app);
  }

  get json(): string {
    return this.texts.json;
  }

  get yaml(): string {
    return this.texts.yaml;
  }

  private get texts() {
    if (!this.build) throw new Error('No app was given to describe');
    if (!this.rendered) {
      const json = JSON.stringify(this.build());
      this.rendered = {
        json,
        yaml: stringify(JSON.parse(json), { lineWidth: 110, aliasDuplicateObjects: false }),
      };
    }
    return this.rendered;
  }
}

function buildDocument(app: NestFastifyApplication): OpenAPIObject {
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
  const operations = addSampleBodies(nameOperations(removePathFields(addQuerySchemas(document))));
  const exactDocument = describeSharedEnums(rewriteSchemas(addOutgoingCalls(operations)));
  return removeUnusedSchemas(completeResponses(markNullableFields(addPartialSchemas(exactDocument))));
}
