import { activityChoices } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { call } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';

/** Activities that a document may sell for. */
export const useActivities = (wanted: boolean) =>
  useQuery({
    queryKey: ['choices', 'activity'],
    queryFn: () => call(activityChoices, {}, { silent: true }),
    enabled: wanted,
  }).data ?? [];

interface Props {
  readonly value: string | null;
  readonly choices: ReplyOf<typeof activityChoices>;
  readonly onChange: (id: string | null) => void;
}

/** The activity whose locked stock is sold: one that runs. */
export const ActivityField = ({ value, choices, onChange }: Props) => (
  <Select
    aria-label={t('activity.head')}
    allowClear
    showSearch
    optionFilterProp="label"
    style={{ width: '100%' }}
    value={value}
    options={choices
      .filter(({ id, running }) => running || id === value)
      .map(({ id, name }) => ({ value: id, label: name }))}
    onChange={(id: string | undefined) => onChange(id ?? null)}
  />
);
