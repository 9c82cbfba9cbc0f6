import type { DocumentReply } from '@tradehouse/contract';
import { notices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { Fact } from '../../control/conflict.ts';
import { differences } from '../../control/conflict.ts';
import { askStale } from '../../control/staleDialog.tsx';
import type { DocumentForm } from './useDocumentForm.ts';

type Saveable<Head, Line> = Pick<
  DocumentForm<Head, Line>,
  'save' | 'renewKey' | 'head' | 'store' | 'base'
>;

interface Content<Head, Line> {
  readonly head: Head;
  readonly lines: readonly Line[];
}

interface Rules<Head, Line> {
  /** What a form says, for the one who must choose between two versions. */
  readonly facts: (head: Head, lines: readonly Line[]) => readonly Fact[];
  /** A saved document as the form would hold it. */
  readonly draft: (reply: DocumentReply) => Content<Head, Line>;
  /** The document as it is saved now; null when it can't be read. */
  readonly read: () => Promise<DocumentReply | null>;
  /** Theirs was chosen: the form starts over with it. */
  readonly onTheirs: (newer: DocumentReply) => void | Promise<void>;
  /** Mine was chosen: the next save goes on from their version. */
  readonly onMine: (newer: DocumentReply) => void;
  readonly onSaved: (id: string, number: string, goOn: boolean) => void | Promise<void>;
}

/** Saves a form and settles what can come between: a newer version, or an earlier try that got through. Answers whether it is saved. */
export function useSaving<Head, Line>(form: Saveable<Head, Line>, rules: Rules<Head, Line>) {
  const { timeZone } = useSettings();

  const save = async (approved: boolean, goOn = false, version?: number): Promise<boolean> => {
    const done = await form.save(approved, version);
    if (done.result === 'saved') await rules.onSaved(done.id, done.number, goOn);
    if (done.result === 'stale') return conflict(approved, goOn);
    if (done.result === 'keyReused') return again(approved, goOn);
    return done.result === 'saved';
  };

  const conflict = async (approved: boolean, goOn: boolean): Promise<boolean> => {
    const newer = await rules.read();
    if (newer === null) return false;
    const said = ({ head, lines }: Content<Head, Line>): readonly Fact[] =>
      rules.facts(head, lines);
    const base = form.base();
    const choice = await askStale({
      number: newer.number,
      who: newer.updaterName,
      time: timeText(newer.updatedAt, timeZone),
      kept: t('stale.kept'),
      differences: differences({
        before: base === null ? null : said(base),
        theirs: said(rules.draft(newer)),
        mine: said({ head: form.head, lines: form.store.values() }),
      }),
    });
    if (choice === 'theirs') await rules.onTheirs(newer);
    if (choice !== 'mine') return false;
    rules.onMine(newer);
    return save(approved, goOn, newer.version);
  };

  const again = async (approved: boolean, goOn: boolean): Promise<boolean> => {
    const agreed = await notices().modal.confirm({
      title: t('document.savedBefore'),
      content: t('document.savedBeforeText'),
      okText: t('document.saveAnother'),
    });
    if (!agreed) return false;
    form.renewKey();
    return save(approved, goOn);
  };

  return save;
}
