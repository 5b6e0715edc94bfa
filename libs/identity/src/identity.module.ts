import { Module, type DynamicModule } from '@nestjs/common';
import { PublicUrl } from '#shared/kernel/public-url.js';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { CreateApiKeyHandler } from './application/commands/create-api-key.js';
import { DeleteApiKeyHandler } from './application/commands/delete-api-key.js';
import { DisableApiKeyHandler, EnableApiKeyHandler } from './application/commands/enable-api-key.js';
import { EndSessionHandler } from './application/commands/end-session.js';
import { RotateApiKeyHandler } from './application/commands/rotate-api-key.js';
import { ApiKeyRepository } from './application/ports/api-key.repository.js';
import { SessionRepository } from './application/ports/session.repository.js';
import { hashSecret } from './domain/api-key-secret.js';
import { DEAD_AFTER_SECONDS, ProcessHeartbeat, ProcessInfo } from './infrastructure/process-heartbeat.js';
import { KnownUsersModule } from './known-users.module.js';
import { TokenHolderAuthenticator } from './infrastructure/token-holder.js';
import {
  LastAccess,
  AuthenticateHandler,
  ROOT_KEY_DIGEST,
  FindKeyOwnerHandler,
} from './infrastructure/queries/authenticate.handler.js';
import { CodeFlow, type CodeFlowOptions } from './infrastructure/oidc/code-flow.js';
import { OidcIssuer, type OidcIssuerOptions } from './infrastructure/oidc/oidc-issuer.js';
import { AuditRetention, AuditRetentionPeriod } from './infrastructure/persistence/audit-retention.js';
import {
  ApiKeySchema,
  TypeOrmApiKeyRepository,
} from './infrastructure/persistence/typeorm-api-key.repository.js';
import { CountSessions1795600000202 } from './infrastructure/persistence/migrations/1795600000202-create-schema-of-0-2.js';
import { RememberSessionUses1795920000101 } from './infrastructure/persistence/migrations/1795920000101-remember-session-uses.js';
import {
  AuthenticateStreamTokenHandler,
  IssueStreamTokenHandler,
} from './infrastructure/sessions/issue-stream-token.handler.js';
import { ListAuditLogsHandler } from './infrastructure/queries/list-audit-logs.handler.js';
import { ListEndpointsHandler } from './infrastructure/queries/list-endpoints.handler.js';
import {
  SessionCookies,
  SignInAttempts,
  SignInTokens,
  StreamTokens,
} from './infrastructure/sealed-tokens.js';
import {
  AuthenticateSessionHandler,
  SESSION_IDLE_MS,
  GetSessionHandler,
  SessionUses,
} from './infrastructure/sessions/authenticate-session.handler.js';
import {
  BeginSignInHandler,
  GetSignInMethodsHandler,
} from './infrastructure/sessions/begin-sign-in.handler.js';
import { CreateSessionHandler } from './infrastructure/sessions/create-session.handler.js';
import {
  ReadSignInTokenHandler,
  IssueSignInTokenHandler,
} from './infrastructure/sessions/issue-sign-in-token.handler.js';
import { ListSessionsHandler } from './infrastructure/sessions/list-sessions.handler.js';
import {
  PostgresSessionRepository,
  SessionRetention,
} from './infrastructure/sessions/postgres-session.repository.js';
import { SwitchDomainHandler } from './infrastructure/sessions/switch-domain.handler.js';
import { SignInVerifier } from './infrastructure/sessions/sign-in-verifier.js';
import { API_KEY_READS } from './infrastructure/queries/api-key-resource.js';

export interface OidcOptions extends OidcIssuerOptions {
  /** The OAuth client with which users sign in at the issuer; `null` disables this. */
  readonly client: Pick<CodeFlowOptions, 'client_id' | 'client_secret'> | null;
}

export interface IdentityOptions {
  readonly rootApiKey: string;
  readonly process: ProcessInfo;
  /** The issuer whose access tokens are accepted in addition to API keys. */
  readonly oidc: OidcOptions | null;
  readonly encryption: EncryptionKeys;
  /** Milliseconds without a request after which a session ends. */
  readonly sessionIdleMs: number;
}

@Module({})
export class IdentityModule {
  /** Seconds without a heartbeat after which a process counts as dead. */
  static readonly deadAfterSeconds = DEAD_AFTER_SECONDS;
  static readonly migrations: ContextMigrations = {
    context: 'identity',
    migrations: [CountSessions1795600000202, RememberSessionUses1795920000101],
  };

  static readonly entities = [ApiKeySchema] as const;

  /** The module that exports the users of domains to other contexts. */
  static readonly users = KnownUsersModule;

  static forApi({ rootApiKey, process, oidc, encryption, sessionIdleMs }: IdentityOptions): DynamicModule {
    return {
      module: IdentityModule,
      providers: [
        CreateApiKeyHandler,
        EnableApiKeyHandler,
        DisableApiKeyHandler,
        DeleteApiKeyHandler,
        RotateApiKeyHandler,
        ...API_KEY_READS,
        ListEndpointsHandler,
        ListAuditLogsHandler,
        ProcessHeartbeat,
        { provide: ProcessInfo, useValue: process },
        AuthenticateHandler,
        FindKeyOwnerHandler,
        AuthenticateStreamTokenHandler,
        IssueStreamTokenHandler,
        { provide: StreamTokens, useFactory: () => new StreamTokens(encryption) },
        SignInVerifier,
        CreateSessionHandler,
        SwitchDomainHandler,
        EndSessionHandler,
        GetSessionHandler,
        ReadSignInTokenHandler,
        ListSessionsHandler,
        AuthenticateSessionHandler,
        SessionUses,
        { provide: SESSION_IDLE_MS, useValue: sessionIdleMs },
        IssueSignInTokenHandler,
        BeginSignInHandler,
        GetSignInMethodsHandler,
        {
          provide: CodeFlow,
          inject: [PublicUrl],
          useFactory: (publicUrl: PublicUrl) => createCodeFlow(oidc, publicUrl),
        },
        { provide: SignInAttempts, useFactory: () => new SignInAttempts(encryption) },
        { provide: SessionRepository, useClass: PostgresSessionRepository },
        { provide: SessionCookies, useFactory: () => new SessionCookies(encryption) },
        { provide: SignInTokens, useFactory: () => new SignInTokens(encryption) },
        TokenHolderAuthenticator,
        LastAccess,
        { provide: OidcIssuer, useFactory: () => oidc && new OidcIssuer(oidc) },
        { provide: ApiKeyRepository, useClass: TypeOrmApiKeyRepository },
        { provide: ROOT_KEY_DIGEST, useFactory: () => hashSecret(rootApiKey) },
      ],
    };
  }

  /** A worker sends heartbeats and runs the retention. */
  static forWorker(process: ProcessInfo, retention: AuditRetentionPeriod): DynamicModule {
    return {
      module: IdentityModule,
      providers: [
        ProcessHeartbeat,
        { provide: ProcessInfo, useValue: process },
        AuditRetention,
        SessionRetention,
        { provide: AuditRetentionPeriod, useValue: retention },
      ],
    };
  }
}

function createCodeFlow(oidc: OidcOptions | null, { url }: PublicUrl): CodeFlow | null {
  if (oidc === null || oidc.client === null) return null;
  const { issuer, claims, client } = oidc;
  return new CodeFlow({ issuer, claims, ...client, redirect_uri: `${url}/console/` });
}
