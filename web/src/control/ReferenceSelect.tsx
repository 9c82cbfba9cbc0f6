import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Spin } from 'antd';
import type { RefSelectProps, SelectProps } from 'antd';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { usePaused } from '../app/usePaused.ts';
import { t } from '../phrase/index.ts';

/** A record as a select offers it. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** A word behind the name, e.g. the type of a partner. */
  readonly note?: string;
}

/** Where the choices come from: asked for at every keyword, or all at once. */
export interface ChoiceSource<C extends Choice> {
  readonly key: readonly unknown[];
  /** `keyword` is '' when all are wanted; `chosen` is the id that must be among the answers, null for none. */
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
  | 'allowClear'
>;

export interface ReferenceProps<C extends Choice = Choice> extends Shared {
  readonly ref?: Ref<RefSelectProps>;
  readonly value?: string | null;
  readonly onChange?: (id: string | null, choice: C | null) => void;
  /** The value's name, where it is known already: shown before the choices were read. */
  readonly name?: string | undefined;
  /** Offers "new …" after the choices, with what was typed to look for one. */
  readonly onAdd?: (typed: string) => void;
}

/** What stands for "new …" among the choices. */
const ADD = '+';

/** The choices of a source, read when first wanted. */
export function useChoices<C extends Choice>(
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

/** "New …" among the choices, where the arrows and Enter reach it; it says what will be its name. */
export function withAdd(options: readonly Option[], typed: string, remote = false): Option[] {
  const word = typed.trim();
  const none = { value: '', label: t('select.none'), disabled: true };
  // Options that the server found fit, be it by pinyin or by a code that no label says.
  const fits = remote ? options.length > 0 : options.some(({ label }) => found(word, label));
  return [...options, ...(fits ? [] : [none]), addOption(word)];
}

/** "New …" with the name it will have. */
export const addOption = (typed: string): Option => ({
  value: ADD,
  label: typed.trim() === '' ? t('select.add') : t('select.addNamed', { word: typed.trim() }),
});

const found = (word: string, label: string): boolean =>
  label.toLowerCase().includes(word.toLowerCase());

/** Whether a choice is shown for what is typed; "new …" always is. */
export const shownFor = (
  typed: string,
  { value, label }: { readonly value?: unknown; readonly label?: unknown } = {},
): boolean => value === ADD || value === '' || found(typed.trim(), String(label));

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

const labelOf = ({ name, note }: Choice): string =>
  note === undefined ? name : `${name} · ${note}`;

/** The choices that are known, and the one that is chosen, which need not be among them. */
function optionsOf(known: readonly Choice[], chosen: string | null, name: string): Option[] {
  const options = known.map((choice) => ({ value: choice.id, label: labelOf(choice) }));
  return chosen === null || known.some(({ id }) => id === chosen)
    ? options
    : [{ value: chosen, label: name }, ...options];
}

/**
 * Enter that was pressed before the choices were there takes effect once they are. Where nothing is left but "new …" (`alone`)
 * it takes that at once: the list itself marks what Enter takes a moment after it has drawn it.
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
    // What is shown yet was not looked for; what comes is chosen.
    event.preventDefault();
    event.stopPropagation();
    if (settled) chooseFirst();
    else setDue(true);
  };
}

/** What is open, typed and chosen in a select, and what its choices are by then. */
function useChoosing<C extends Choice>(props: ReferenceProps<C> & Sourced<C>) {
  const { source, value, onChange, name, onAdd } = props;
  const { remote = false } = source;
  const [open, setOpen] = useState(false);
  const [typed, ask] = useState('');
  const paused = usePaused(typed);
  const keyword = typed === '' ? '' : paused;
  // Its name stays known, though the choices read without a keyword may not hold it.
  const [last, setLast] = useState<C | null>(null);
  const chosen = value ?? null;
  const asked = useDeferredValue(keyword);
  const wanted = open || (chosen !== null && name === undefined);
  const { data, isFetching, refetch } = useChoices(source, asked, chosen, wanted);
  const known = data ?? [];
  // A choice that is still looked for is not taken for one that is missing.
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
  const first = known.find((one) => remote || found(typed.trim(), labelOf(one)));
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
    options: onAdd !== undefined && settled ? withAdd(options, typed, source.remote) : options,
    open,
    setOpen,
    ask,
    onKey,
    isFetching,
    refetch,
    choose: (id: unknown) => (isAdd(id) ? add() : choose(typeof id === 'string' ? id : null)),
  };
}

interface Sourced<C extends Choice> {
  readonly source: ChoiceSource<C>;
}

/** A select over records of the company, by id. `value` and `onChange` as antd's form wants them. */
export function ReferenceSelect<C extends Choice>(
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
      allowClear
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
