import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import type { KindRule } from './rules.ts';

export const hasField = (code: AnyKindCode, { kinds }: { readonly kinds?: KindRule }): boolean =>
  kinds?.(documentKinds[code], code) ?? true;
