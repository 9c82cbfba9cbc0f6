import { documentKinds, isKeyOf, progressOn, targetsOf } from '@tradehouse/domain';
import { t } from '../phrase/index.ts';

/** Side that fulfils documents of a kind: documents are then partly purchased or partly sold. */
function fulfilmentSideOf(code: string): 'purchase' | 'sale' | null {
  if (!isKeyOf(documentKinds, code)) return null;
  const target = targetsOf(code).find((to) => progressOn(code, to) === 'fulfilled');
  const partner = target === undefined ? undefined : documentKinds[target].partner?.type;
  if (partner === 'supplier') return 'purchase';
  return partner === 'customer' ? 'sale' : null;
}

export function documentStatusWord(kind: string, status: string, closed: boolean): string {
  if (closed) return t('document.closed');
  if (status === '2' || status === '3') {
    const side = fulfilmentSideOf(kind);
    if (side !== null) return t(`bill.progress.${side}.${status}`);
  }
  // SAFETY: each remaining state has a word.
  return t(`document.status.${status as '0'}`);
}
