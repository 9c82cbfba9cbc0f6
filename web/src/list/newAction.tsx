import { PlusOutlined } from '@ant-design/icons';
import { t } from '../phrase/index.ts';
import type { ListAction } from '../record/listTypes.ts';

/** What a new record of a list begins with. */
export const newAction = <Row,>(
  run: ListAction<Row>['run'],
  label: string = t('act.new'),
): ListAction<Row> => ({
  key: 'new',
  label,
  icon: <PlusOutlined aria-hidden />,
  button: '1',
  needs: 'none',
  primary: true,
  run,
});
