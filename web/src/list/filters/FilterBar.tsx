import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { looksAtHidden, toVisibleFilter } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import type { NamedFilter } from './Chips.tsx';
import { Chips } from './Chips.tsx';
import { FilterControl } from './FilterControl.tsx';
import { isEmptyValue } from './filterState.ts';
import { labelOfColumn } from '../../record/labels.ts';
import type { ListState } from '../useList.ts';
import { usePageKeys } from '../usePageKeys.ts';

export interface FilterBarProps<T extends TableDeclaration> {
  readonly list: ListState<T>;
  /** Filters the page sets itself and does not ask for. */
  readonly without?: readonly string[];
}

/** Filters of a table: first row, the rest behind "more", and a chip for each hidden active filter. */
export function FilterBar<T extends TableDeclaration>({
  list,
  without = [],
}: FilterBarProps<T>): ReactNode {
  const { table } = list;
  const [more, setMore] = useState(false);
  // Controls may hold incomplete values, like one end of a range: reset remounts them.
  const [resets, setResets] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const phone = usePhone();
  const { hiddenAmounts } = useSettings();
  usePageKeys('/, f3', () =>
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
    .map(([name, filter]) => [name, toVisibleFilter(table, filter, hiddenAmounts)] as const);
  // A phone has space for one filter beside the rows.
  const firstRow = all.filter(([, { first }]) => first === true).slice(0, phone ? 1 : undefined);
  const shown = more ? all.filter(([, { linked }]) => linked !== true) : firstRow;
  const folded = phone && !more;
  const unseen = all.filter((one) => !shown.includes(one));
  const on = unseen.filter(([name]) => !isEmptyValue(list.applied[name])).length;
  const moreWords = phone && on > 0 ? `${t('act.more')} · ${on}` : t('act.more');
  if (all.length === 0 && !list.sifted) return null;
  return (
    <search className="no-print">
      <form
        ref={form}
        className={folded ? 'filters folded' : 'filters'}
        onSubmit={(event) => {
          event.preventDefault();
          list.search();
        }}
      >
        <div className="filter-fields" hidden={all.length === 0}>
          <FilterFields
            key={resets}
            list={list}
            shown={shown}
            words={list.words}
            onWord={list.setWord}
            hinted={folded}
          />
          <div className="filter-acts">
            {folded && shown[0]?.[1].control !== 'text' ? null : (
              <Button type="primary" htmlType="submit">
                {t('act.search')}
              </Button>
            )}
            {folded ? null : (
              <Button
                onClick={() => {
                  setResets(resets + 1);
                  list.reset();
                }}
              >
                {t('act.reset')}
              </Button>
            )}
            {firstRow.length === all.length ? null : (
              <Button
                type="link"
                aria-expanded={more}
                icon={more ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
                iconPlacement="end"
                onClick={() => setMore(!more)}
              >
                {more ? t('act.less') : moreWords}
              </Button>
            )}
          </div>
        </div>
        {/* On a phone the button of the filters counts those that are on. */}
        <Chips list={list} unseen={phone ? [] : unseen} />
      </form>
    </search>
  );
}

export interface FilterFieldsProps<T extends TableDeclaration> {
  readonly list: ListState<T>;
  readonly shown: readonly NamedFilter[];
  /** Names of the chosen records, by filter. */
  readonly words: ListState<T>['words'];
  readonly onWord: (name: string, word: string) => void;
  /** True: text fields show the searched fields in a placeholder, because names lack space. */
  readonly hinted?: boolean;
}

export function FilterFields<T extends TableDeclaration>({
  list,
  shown,
  words,
  onWord,
  hinted = false,
}: FilterFieldsProps<T>): ReactNode {
  const id = useId();
  return shown.map(([name, filter]) => (
    <div key={name} className={`filter filter-${filter.control}`}>
      <label htmlFor={`${id}${name}`}>
        {labelOfColumn(list.table, name)}
        {filter.required === true ? <span className="required"> *</span> : null}
      </label>
      <FilterControl
        id={`${id}${name}`}
        name={name}
        filter={filter}
        value={list.filters[name]}
        word={words[name]}
        hint={hinted ? labelOfColumn(list.table, name) : undefined}
        onChange={(value, apply, word) => {
          if (word !== undefined) onWord(name, word);
          list.setFilter(name, value, apply);
        }}
      />
    </div>
  ));
}
