import { addSavedView, rangesOfDays, updateSavedView } from '@tradehouse/contract';
import type { ListView, TableDeclaration } from '@tradehouse/contract';
import { Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { todayIn } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import type { ShownView } from './startingView.ts';
import { outdateViews } from './useViews.ts';

/** Returns a view's date filters that match a relative range, by filter. */
function findMovingRanges({ filters }: TableDeclaration, { search }: ListView, today: string) {
  return Object.entries(search).flatMap(([name, value]) => {
    const [since, until] = Array.isArray(value) ? value : [];
    if (filters[name]?.control !== 'dates' || typeof since !== 'string') return [];
    const ranges = typeof until === 'string' ? rangesOfDays(since, until, today) : [];
    return ranges.length === 0 ? [] : [{ name, since, until, ranges }];
  });
}

interface SaveProps {
  readonly table: TableDeclaration;
  readonly value: ListView;
  readonly onClose: () => void;
  readonly onSaved: (view: ShownView) => void;
}

interface NameProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function ViewNameField({ value, onChange }: NameProps): ReactNode {
  const id = useId();
  return (
    <Form.Item label={t('view.name')} htmlFor={id}>
      <Input
        id={id}
        maxLength={50}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  );
}

/** Saves a list's state under a new name. Dates matching a relative range may move on with the day. */
export function SaveView({ table, value, onClose, onSaved }: SaveProps): ReactNode {
  const { timeZone } = useSettings();
  const days = findMovingRanges(table, value, todayIn(timeZone));
  const [name, setName] = useState('');
  // Starts with the widest matching range, the usual intention: on the first of a month, the month.
  const [chosen, choose] = useState<ListView['search']>(() =>
    Object.fromEntries(days.map(({ name: filter, ranges }) => [filter, ranges.at(-1) ?? ''])),
  );
  const [busy, run] = useBusy();
  const id = useId();
  const save = () =>
    run(async () => {
      const view = { ...value, search: { ...value.search, ...chosen } };
      const saved = await callEndpoint(addSavedView, {
        list: table.id,
        name: name.trim(),
        value: view,
      });
      void getNotices().message.success(t('view.saved', { name: name.trim() }));
      await outdateViews();
      onSaved({ id: saved.id ?? '', name: name.trim(), value: view });
    });
  return (
    <ChoiceModal
      width={480}
      title={t('view.saveTitle')}
      okText={t('act.save')}
      okDisabled={busy || name.trim() === ''}
      typed={name !== ''}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical" component={false}>
        <ViewNameField value={name} onChange={setName} />
        {days.map(({ name: filter, since, until, ranges }) => (
          <Form.Item
            key={filter}
            label={t('view.days', { filter: labelOfColumn(table, filter) })}
            htmlFor={`${id}${filter}`}
          >
            <Radio.Group
              id={`${id}${filter}`}
              className="view-days"
              value={chosen[filter] ?? 'fixed'}
              onChange={({ target }) => {
                const { [filter]: _, ...others } = chosen;
                const range = String(target.value);
                choose(range === 'fixed' ? others : { ...others, [filter]: range });
              }}
              options={[
                ...ranges.map((range) => ({
                  value: range,
                  label: t('view.daysMove', { range: t(`range.${range}`) }),
                })),
                { value: 'fixed', label: t('view.daysFixed', { since, until: String(until) }) },
              ]}
            />
          </Form.Item>
        ))}
      </Form>
      <p className="quiet">{t('view.daysStart')}</p>
    </ChoiceModal>
  );
}

interface RenameProps {
  readonly view: { readonly id: string; readonly version: number; readonly name: string };
  readonly onClose: () => void;
}

/** Calls a view otherwise. */
export function RenameView({ view, onClose }: RenameProps): ReactNode {
  const [name, setName] = useState(view.name);
  const [busy, run] = useBusy();
  const save = () =>
    run(async () => {
      await callEndpoint(updateSavedView, {
        id: view.id,
        version: view.version,
        name: name.trim(),
      });
      await outdateViews();
      onClose();
    });
  return (
    <ChoiceModal
      width={420}
      title={t('view.renameTitle', { name: view.name })}
      okText={t('act.save')}
      okDisabled={busy || name.trim() === '' || name === view.name}
      typed={name !== view.name}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical" component={false}>
        <ViewNameField value={name} onChange={setName} />
      </Form>
    </ChoiceModal>
  );
}
