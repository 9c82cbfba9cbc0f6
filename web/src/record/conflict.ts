import type { RefusalFacts } from '../app/net/envelope.ts';
import type { ReadOnce } from '../app/net/readOnce.ts';
import type { Fact } from '../control/conflict.ts';
import { differences } from '../control/conflict.ts';
import { timeText } from '../control/format.ts';
import { askStale } from '../control/staleDialog.tsx';
import { t } from '../phrase/index.ts';

interface Sides<Info> {
  readonly timeZone: string;
  readonly record: Pick<ReadOnce<Info>, 'newer' | 'keep'>;
  /** What the record said when the form was opened, what it says now, and what the form says; the first names it. */
  readonly facts: (newer: Info) => Readonly<Record<'before' | 'theirs' | 'mine', readonly Fact[]>>;
  /** Theirs was chosen: the form starts over with it. */
  readonly onTheirs: (newer: Info) => void;
}

/**
 * Somebody saved the record meanwhile: tells who and what, field by field, and asks. Answers what the save is to rest on
 * where mine overwrites it; null where nothing is to be saved.
 */
export async function meetConflict<Info>(
  sides: Sides<Info>,
  by: RefusalFacts,
): Promise<Info | null> {
  const newer = await sides.record.newer();
  if (newer === undefined) return null;
  const facts = sides.facts(newer);
  const choice = await askStale({
    number: facts.before[0]?.text ?? '',
    who: String(by['who'] ?? '') || t('stale.somebody'),
    time: timeText(String(by['time'] ?? ''), sides.timeZone),
    differences: differences(facts),
  });
  if (choice === 'stay') return null;
  sides.record.keep(newer);
  if (choice === 'mine') return newer;
  sides.onTheirs(newer);
  return null;
}
