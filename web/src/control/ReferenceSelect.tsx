import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Spin } from 'antd';
import type { RefSelectProps, SelectProps } from 'antd';
import type { ReactNode, Ref } from 'react';
import { useDeferredValue, useState } from 'react';
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
  /** Offers "new …" below the choices. */
  readonly onAdd?: () => void;
}

/** How long typing must pause before the server is asked, in milliseconds (screens: 500 ms). */
const PAUSE = 350;

function usePaused(): readonly [string, (keyword: string) => void] {
  const [keyword, setKeyword] = useState('');
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout> | undefined>(undefined);
  const ask = (next: string): void => {
    clearTimeout(timer);
    if (next === '') return setKeyword('');
    setTimer(setTimeout(() => setKeyword(next), PAUSE));
  };
  return [keyword, ask];
}

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

/** Puts "reload" and "new …" below the choices. */
export const withFoot =
  (onReload: () => void, onAdd: (() => void) | undefined) =>
  (menu: ReactNode): ReactNode => (
    <>
      {menu}
      <div className="select-foot">
        <Button type="text" size="small" icon={<ReloadOutlined aria-hidden />} onClick={onReload}>
          {t('select.reload')}
        </Button>
        {onAdd === undefined ? null : (
          <Button type="link" size="small" onClick={onAdd}>
            {t('select.add')}
          </Button>
        )}
      </div>
    </>
  );

/** A select over records of the company, by id. `value` and `onChange` as antd's form wants them. */
export function ReferenceSelect<C extends Choice>({
  source,
  value,
  onChange,
  name,
  onAdd,
  ...shared
}: ReferenceProps<C> & { readonly source: ChoiceSource<C> }): ReactNode {
  const [open, setOpen] = useState(false);
  const [keyword, ask] = usePaused();
  // Its name stays known, though the choices read without a keyword may not hold it.
  const [last, setLast] = useState<C | null>(null);
  const chosen = value ?? null;
  const wanted = open || (chosen !== null && name === undefined);
  const { data, isFetching, refetch } = useChoices(
    source,
    useDeferredValue(keyword),
    chosen,
    wanted,
  );
  const known = data ?? [];
  const missing = chosen !== null && !known.some(({ id }) => id === chosen);
  const options = [
    ...(missing
      ? [{ value: chosen, label: name ?? (last?.id === chosen ? last.name : chosen) }]
      : []),
    ...known.map((choice) => ({
      value: choice.id,
      label: choice.note === undefined ? choice.name : `${choice.name} · ${choice.note}`,
    })),
  ];
  const add = (): void => {
    setOpen(false);
    onAdd?.();
  };
  return (
    <Select<string>
      allowClear
      placeholder={t('select.placeholder')}
      {...shared}
      value={chosen}
      options={options}
      showSearch={{
        onSearch: ask,
        ...(source.remote === true ? { filterOption: false } : { optionFilterProp: 'label' }),
      }}
      open={open}
      onOpenChange={setOpen}
      notFoundContent={isFetching ? <Spin size="small" /> : t('select.none')}
      onChange={(id) => {
        const next = typeof id === 'string' ? id : null;
        ask('');
        const choice = known.find(({ id: one }) => one === next) ?? null;
        setLast(choice);
        onChange?.(next, choice);
      }}
      popupMatchSelectWidth={false}
      popupRender={withFoot(() => void refetch(), onAdd === undefined ? undefined : add)}
    />
  );
}
