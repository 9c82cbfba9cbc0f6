import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import type { Rule } from './rules.ts';

/** Whether documents of a kind have a field. */
export const hasField = (code: AnyKindCode, { kinds }: { readonly kinds?: Rule }): boolean =>
  kinds?.(documentKinds[code], code) ?? true;
