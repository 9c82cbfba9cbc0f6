import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { looksAtHidden, offered } from '@tradehouse/contract';
import type { Table } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import type { Named } from './Chips.tsx';
import { Chips } from './Chips.tsx';
import { FilterControl } from './FilterControl.tsx';
import { labelOf } from '../../record/labels.ts';
import type { ListState } from '../useList.ts';
import { usePageKeys } from '../usePageKeys.ts';

export interface FilterBarProps<T extends Table> {
  readonly list: ListState<T>;
  /** Filters the page sets itself and does not ask for. */
  readonly without?: readonly string[];
}

/** The filters of a table: the first row, the others behind "more", and a chip for each of these that is on. */
export function FilterBar<T extends Table>({ list, without = [] }: FilterBarProps<T>): ReactNode {
  const { table } = list;
  const [more, setMore] = useState(false);
  // Controls may hold what is no filter yet, like one end of a range: a reset draws them again.
  const [resets, setResets] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const phone = usePhone();
  const { hiddenAmounts } = useSettings();
  usePageKeys('/', () =>
    (
      form.current?.querySelector<HTMLInputElement>('.filter-text input') ??
      form.current?.querySelector('input')
    )?.focus(),
  );

  const all = Object.entries(table.filters)
    .filter(
      ([name, filter]) =>
        filter.behind !== true &&
        !without.includes(name) &&
        !looksAtHidden(table, filter, hiddenAmounts),
    )
    .map(([name, filter]) => [name, offered(table, filter, hiddenAmounts)] as const);
  // A phone has room for one filter beside the rows.
  const firstRow = all.filter(([, { first }]) => first === true).slice(0, phone ? 1 : undefined);
  const shown = more ? all : firstRow;
  if (all.length === 0 && !list.sifted) return null;
  return (
    <search className="no-print">
      <form
        ref={form}
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          list.search();
        }}
      >
        <div className="filter-fields" hidden={all.length === 0}>
          <Fields key={resets} list={list} shown={shown} words={list.words} onWord={list.setWord} />
          <div className="filter-acts">
            <Button type="primary" htmlType="submit">
              {t('act.search')}
            </Button>
            <Button
              onClick={() => {
                setResets(resets + 1);
                list.reset();
              }}
            >
              {t('act.reset')}
            </Button>
            {firstRow.length === all.length ? null : (
              <Button
                type="link"
                aria-expanded={more}
                icon={more ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
                iconPlacement="end"
                onClick={() => setMore(!more)}
              >
                {t(more ? 'act.less' : 'act.more')}
              </Button>
            )}
          </div>
        </div>
        <Chips list={list} unseen={all.filter((one) => !shown.includes(one))} />
      </form>
    </search>
  );
}

export interface FieldsProps<T extends Table> {
  readonly list: ListState<T>;
  readonly shown: readonly Named[];
  /** What the chosen records are called, by filter. */
  readonly words: ListState<T>['words'];
  readonly onWord: (name: string, word: string) => void;
}

/** Filters of a table, each with its name. */
export function Fields<T extends Table>({ list, shown, words, onWord }: FieldsProps<T>): ReactNode {
  const id = useId();
  return shown.map(([name, filter]) => (
    <div key={name} className={`filter filter-${filter.control}`}>
      <label htmlFor={`${id}${name}`}>
        {labelOf(list.table, name)}
        {filter.required === true ? <span className="required"> *</span> : null}
      </label>
      <FilterControl
        id={`${id}${name}`}
        name={name}
        filter={filter}
        value={list.filters[name]}
        word={words[name]}
        onChange={(value, apply, word) => {
          if (word !== undefined) onWord(name, word);
          list.setFilter(name, value, apply);
        }}
      />
    </div>
  ));
}
