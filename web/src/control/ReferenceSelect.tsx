import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Spin } from 'antd';
import type { RefSelectProps, SelectProps } from 'antd';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { usePaused } from '../app/usePaused.ts';
import { namedClear } from './namedClear.tsx';
import { t } from '../phrase/index.ts';
import { hasWord } from './hasWord.ts';

export interface ReferenceChoice {
  readonly id: string;
  readonly name: string;
  /** A word behind the name, e.g. the type of a partner. */
  readonly note?: string;
}

/** Source of a select's options: searched by keyword, or loaded at once. */
export interface ChoiceSource<C extends ReferenceChoice> {
  readonly key: readonly unknown[];
  /** `keyword` is '' for all records; the result must contain the id `chosen`, null for none. */
  readonly read: (keyword: string, chosen: string | null) => Promise<readonly C[]>;
  /** The server does the searching. */
  readonly remote?: boolean;
}

type Shared = Pick<
  SelectProps,
  | 'id'
  | 'disabled'
  | 'placeholder'
  | 'autoFocus'
  | 'status'
  | 'style'
  | 'className'
  | 'size'
  | 'variant'
  | 'aria-label'
  | 'onBlur'
  | 'onKeyDown'
>;

export interface ReferenceProps<C extends ReferenceChoice = ReferenceChoice> extends Shared {
  readonly ref?: Ref<RefSelectProps>;
  readonly value?: string | null;
  /** False: another choice replaces the value, nothing removes it. */
  readonly allowClear?: false;
  readonly onChange?: (id: string | null, choice: C | null) => void;
  /** Name of the value, if known: shown before the choices are read. */
  readonly name?: string | undefined;
  /** Offers "new …" after the choices, with the typed search text. */
  readonly onAdd?: (typed: string) => void;
}

/** Value of "new …" among the choices. */
const ADD = '+';

/** The choices of a source, read when first wanted. */
export function useChoices<C extends ReferenceChoice>(
  source: ChoiceSource<C>,
  keyword: string,
  chosen: string | null,
  wanted: boolean,
) {
  const asked = source.remote === true ? keyword : '';
  return useQuery({
    queryKey: [
      'choices',
      ...source.key,
      asked,
      source.remote === true && asked === '' ? chosen : null,
    ],
    queryFn: () => source.read(asked, chosen),
    enabled: wanted,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Adds "new …" to the choices, within reach of arrows and Enter, labelled with the future name. */
export function withAddOption(options: readonly Option[], typed: string, remote = false): Option[] {
  const word = typed.trim();
  const none = { value: '', label: t('select.none'), disabled: true };
  // Options found by the server match, even by pinyin or an unshown code.
  const fits = remote ? options.length > 0 : options.some(({ label }) => hasWord(label, word));
  return [...options, ...(fits ? [] : [none]), addOption(word)];
}

/** Option "new …" with its future name. */
export const addOption = (typed: string): Option => ({
  value: ADD,
  label: typed.trim() === '' ? t('select.add') : t('select.addNamed', { word: typed.trim() }),
});

/** Tests if a choice matches the typed text; "new …" always does. */
export const shownFor = (
  typed: string,
  { value, label }: { readonly value?: unknown; readonly label?: unknown } = {},
): boolean => value === ADD || value === '' || hasWord(String(label), typed);

export const isAdd = (value: unknown): boolean => value === ADD;

/** Puts "reload" below the choices. */
export const withFoot =
  (onReload: () => void) =>
  (menu: ReactNode): ReactNode => (
    <>
      {menu}
      <div className="select-foot">
        <Button type="text" size="small" icon={<ReloadOutlined aria-hidden />} onClick={onReload}>
          {t('select.reload')}
        </Button>
      </div>
    </>
  );

const labelOfChoice = ({ name, note }: ReferenceChoice): string =>
  note === undefined ? name : `${name} · ${note}`;

/** Known choices, plus the chosen record if missing from them. */
function optionsOf(
  known: readonly ReferenceChoice[],
  chosen: string | null,
  name: string,
): Option[] {
  const options = known.map((choice) => ({ value: choice.id, label: labelOfChoice(choice) }));
  return chosen === null || known.some(({ id }) => id === chosen)
    ? options
    : [{ value: chosen, label: name }, ...options];
}

/**
 * Applies an early Enter once the choices are loaded. If only "new …" is left (`alone`), Enter takes it at
 * once: the list marks its Enter target only a moment after rendering.
 */
function useEarlyEnter(open: boolean, settled: boolean, alone: boolean, chooseFirst: () => void) {
  const [due, setDue] = useState(false);
  const choose = useEffectEvent((): void => {
    setDue(false);
    chooseFirst();
  });
  useEffect(() => {
    if (due && settled) choose();
  }, [due, settled]);
  return (event: KeyboardEvent): void => {
    if (!open || event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter') return setDue(false);
    if (settled && !alone) return;
    // The visible options belong to an earlier search; the coming result is chosen.
    event.preventDefault();
    event.stopPropagation();
    if (settled) chooseFirst();
    else setDue(true);
  };
}

/** State of a select: open, typed and chosen values, with the resulting choices. */
function useChoosing<C extends ReferenceChoice>(props: ReferenceProps<C> & Sourced<C>) {
  const { source, value, onChange, name, onAdd } = props;
  const { remote = false } = source;
  const [open, setOpen] = useState(false);
  const [typed, ask] = useState('');
  const paused = usePaused(typed);
  const keyword = typed === '' ? '' : paused;
  // Remembers the name, because choices read without a keyword may lack the record.
  const [last, setLast] = useState<C | null>(null);
  const chosen = value ?? null;
  const asked = useDeferredValue(keyword);
  const wanted = open || (chosen !== null && name === undefined);
  const { data, isFetching, refetch } = useChoices(source, asked, chosen, wanted);
  const known = data ?? [];
  // A choice still being searched does not count as missing.
  const settled = data !== undefined && (!remote || (typed === asked && !isFetching));
  const add = (): void => {
    setOpen(false);
    ask('');
    onAdd?.(typed.trim());
  };
  const choose = (id: string | null): void => {
    ask('');
    const choice = known.find(({ id: one }) => one === id) ?? null;
    setLast(choice);
    onChange?.(id, choice);
  };
  const first = known.find((one) => remote || hasWord(labelOfChoice(one), typed));
  const alone = first === undefined && onAdd !== undefined;
  const onKey = useEarlyEnter(open, settled, alone, () => {
    if (first !== undefined) {
      setOpen(false);
      choose(first.id);
    } else if (onAdd !== undefined) add();
  });
  const named = name ?? (last?.id === chosen ? last.name : (chosen ?? ''));
  const options = optionsOf(known, chosen, named);
  return {
    chosen,
    options:
      onAdd !== undefined && settled ? withAddOption(options, typed, source.remote) : options,
    open,
    setOpen,
    ask,
    onKey,
    isFetching,
    refetch,
    choose: (id: unknown) => (isAdd(id) ? add() : choose(typeof id === 'string' ? id : null)),
  };
}

interface Sourced<C extends ReferenceChoice> {
  readonly source: ChoiceSource<C>;
}

/** Select of company records by id. `value` and `onChange` follow antd's form. */
export function ReferenceSelect<C extends ReferenceChoice>(
  props: ReferenceProps<C> & Sourced<C>,
): ReactNode {
  const {
    source,
    value: _value,
    onChange: _onChange,
    name: _name,
    onAdd: _onAdd,
    ...shared
  } = props;
  const choosing = useChoosing(props);
  return (
    <Select<string>
      allowClear={namedClear()}
      placeholder={t('select.placeholder')}
      {...shared}
      value={choosing.chosen}
      options={choosing.options}
      showSearch={{
        onSearch: choosing.ask,
        filterOption: source.remote === true ? false : shownFor,
      }}
      open={choosing.open}
      onOpenChange={choosing.setOpen}
      onInputKeyDown={choosing.onKey}
      notFoundContent={choosing.isFetching ? <Spin size="small" /> : t('select.none')}
      onChange={choosing.choose}
      popupMatchSelectWidth={false}
      popupRender={withFoot(() => void choosing.refetch())}
    />
  );
}
