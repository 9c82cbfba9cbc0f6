import { FilterOutlined, PlusOutlined } from '@ant-design/icons';
import { arranged, MOST_CONDITIONS } from '@tradehouse/contract';
import type { Table } from '@tradehouse/contract';
import { Alert, Button, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { CallError } from '../../app/net/envelope.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import type { Draft } from './conditionDraft.ts';
import { rowsOf, wrongWith } from './conditionDraft.ts';
import { ConditionRow } from './ConditionRow.tsx';
import type { Conditions } from './sieve.ts';
import { askable } from './sieve.ts';
import type { ListState } from '../useList.ts';

/** An address holds no more of it, written as addresses are. */
const LONGEST_TOGETHER = 8_000;

const blank = (key: number): Draft => ({ key, field: undefined, rule: 'like', val: '' });

const draftsOf = (conditions: Conditions | undefined): readonly Draft[] =>
  conditions === undefined ? [blank(0)] : conditions.rows.map((row, key) => ({ key, ...row }));

/** The rows while they are entered, and what is wrong with each of them once they were asked with. */
function useDrafts<T extends Table>({ table, conditions, error }: ListState<T>) {
  const [drafts, setDrafts] = useState(() => draftsOf(conditions));
  const [asked, setAsked] = useState(false);
  // What the server said of the rows as they were.
  const refused = error instanceof CallError ? error : null;
  const saidOf = ({ key, field, val }: Draft): string | null => {
    const before = conditions?.rows[key];
    const isSame = before?.field === field && before?.val === val;
    return isSame && refused?.facts.field === field ? (refused?.message ?? null) : null;
  };
  const wrongOf = (draft: Draft): string | null => {
    const wrong = asked ? wrongWith(table, draft) : null;
    return wrong === null ? saidOf(draft) : t(`sieve.${wrong}`);
  };
  const rows = rowsOf(drafts);
  const tooLong = encodeURIComponent(JSON.stringify(rows)).length > LONGEST_TOGETHER;
  return {
    drafts,
    rows,
    tooLong,
    wrongOf,
    add: () => setDrafts([...drafts, blank(Math.max(-1, ...drafts.map(({ key }) => key)) + 1)]),
    change: (next: Draft) => setDrafts(drafts.map((one) => (one.key === next.key ? next : one))),
    drop: ({ key }: Draft) => setDrafts(drafts.filter((one) => one.key !== key)),
    /** Whether nothing is wrong; what is wrong is told from now on. */
    check: (): boolean => {
      setAsked(true);
      return !tooLong && drafts.every((draft) => wrongWith(table, draft) === null);
    },
  };
}

function Dialog<T extends Table>({
  list,
  onClose,
}: {
  readonly list: ListState<T>;
  readonly onClose: () => void;
}): ReactNode {
  const { table, conditions, columns, setConditions } = list;
  const { hiddenAmounts } = useSettings();
  const { drafts, rows, tooLong, wrongOf, add, change, drop, check } = useDrafts(list);
  const [match, setMatch] = useState<Conditions['match']>(conditions?.match ?? 'and');
  const matchId = useId();
  const may = new Set(askable(table, hiddenAmounts));
  const names = arranged(table, columns).flatMap(({ name }) => (may.has(name) ? [name] : []));
  const ask = (): void => {
    if (!check()) return;
    setConditions(rows.length === 0 ? undefined : { match, rows });
    onClose();
  };
  return (
    <PaneModal
      title={t('sieve.title')}
      width={760}
      onCancel={onClose}
      onSubmit={ask}
      footer={
        <>
          <Button
            disabled={conditions === undefined && rows.length === 0}
            onClick={() => {
              setConditions(undefined);
              onClose();
            }}
          >
            {t('sieve.dropConditions')}
          </Button>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="primary" onClick={ask}>
            {t('act.search')}
          </Button>
        </>
      }
    >
      <div className="condition-match">
        <span id={matchId}>{t('sieve.match')}</span>
        <Radio.Group
          aria-labelledby={matchId}
          value={match}
          options={[
            { value: 'and', label: t('sieve.and') },
            { value: 'or', label: t('sieve.or') },
          ]}
          onChange={(event) => setMatch(event.target.value === 'or' ? 'or' : 'and')}
        />
      </div>
      {drafts.length === 0 ? <p className="condition-none">{t('sieve.none')}</p> : null}
      {drafts.map((draft, index) => (
        <ConditionRow
          key={draft.key}
          table={table}
          number={index + 1}
          draft={draft}
          names={names}
          wrong={wrongOf(draft)}
          onChange={change}
          onDrop={() => drop(draft)}
        />
      ))}
      {tooLong ? <Alert type="error" showIcon title={t('sieve.tooLong')} /> : null}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={drafts.length >= MOST_CONDITIONS}
        title={
          drafts.length >= MOST_CONDITIONS ? t('sieve.most', { n: MOST_CONDITIONS }) : undefined
        }
        onClick={add}
      >
        {t('sieve.add')}
      </Button>
    </PaneModal>
  );
}

/** Asks for the advanced query of a list, and tells how many conditions it has. */
export function AdvancedQuery<T extends Table>({
  list,
}: {
  readonly list: ListState<T>;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const count = list.conditions?.rows.length ?? 0;
  const title = t('sieve.title');
  return (
    <>
      <Button
        title={title}
        icon={<FilterOutlined aria-hidden />}
        className={count === 0 ? '' : 'is-on'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {count === 0 ? title : `${title} (${count})`}
      </Button>
      {open ? <Dialog list={list} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
