import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { RELEASE } from '#shared/platform/release.js';
import { TAGS } from './tags.js';
import { withoutPathFields } from './without-path-fields.js';

const FIRST_STEPS = `
Tocsin takes the alarms of your monitoring systems at webhooks, writes every one down before it answers, and makes
them events of one form.

1. **Authorize** with the root key (it is in the data folder, or what you set as \`ROOT_API_KEY\`).
2. \`POST /identity/v1/api-keys\` with a \`user_id\` and a \`domain_id\` of your choice; authorize with the key you get.
3. \`POST /monitoring/v1/webhooks\` for a plugin (\`GET /monitoring/v1/plugins\` tells which there are).
4. Let the monitoring system post to the \`webhook_url\` in the answer.
5. \`GET /monitoring/v1/events\`.

An API key acts in its own domain; the root key acts in any and names it as \`domain_id\`. Errors are RFC 9457 problems
with a \`code\`; every answer carries \`x-request-id\`.`;

/** The OpenAPI document, made from the controllers when it is first asked for. */
@Injectable()
export class ApiDocument {
  private make: (() => OpenAPIObject) | undefined;
  private text: string | undefined;

  describe(app: NestFastifyApplication): void {
    this.make = () => makeDocument(app);
  }

  get json(): string {
    if (!this.make) throw new Error('No app was given to describe');
    this.text ??= JSON.stringify(this.make());
    return this.text;
  }
}

function makeDocument(app: NestFastifyApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tocsin')
    .setDescription(FIRST_STEPS)
    .setVersion(RELEASE)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The root key or an API key.' });
  for (const { name, description } of TAGS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  return withoutPathFields(document);
}
