import { Controller, Get } from '@nestjs/common';
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { Operation } from '../../docs/operation.decorator.js';
import { PermissionChecker } from './permission-checker.js';

@Controller()
class Declared {
  @Operation({ method: 'GET', path: 'a', summary: 'A', permission: 'open' })
  a(): void {}

  helper(): void {}
}

@Controller()
class Forgotten {
  @Get('b')
  b(): void {}
}

function runChecker(...metatypes: (new () => object)[]): void {
  const discovery = { getControllers: () => metatypes.map((metatype) => ({ metatype })) };
  new PermissionChecker(discovery as unknown as DiscoveryService, new MetadataScanner()).onModuleInit();
}

describe('PermissionChecker', () => {
  it('throws at start if a route declares no permission', () => {
    expect(() => runChecker(Declared)).not.toThrow();
    expect(() => runChecker(Declared, Forgotten)).toThrow('The route Forgotten.b declares no permission');
  });
});
