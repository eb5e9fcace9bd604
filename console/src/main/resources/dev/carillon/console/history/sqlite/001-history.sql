-- Instants are microseconds since 1970, but for columns that end in _at or _heard: those are append times in
-- milliseconds. Rows of runs, and of what belongs to them, are numbered in the order of time.

CREATE TABLE offsets (
  topic TEXT NOT NULL,
  part INTEGER NOT NULL,
  next INTEGER NOT NULL,
  PRIMARY KEY (topic, part)
) WITHOUT ROWID;

CREATE TABLE topics (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  uuid TEXT
);

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  exec_ms INTEGER NOT NULL,
  key_hash INTEGER NOT NULL,
  task_id TEXT NOT NULL,
  exec_time TEXT NOT NULL,
  state TEXT NOT NULL,
  awaited INTEGER,
  attempts INTEGER NOT NULL,
  code TEXT,
  message TEXT,
  error INTEGER,
  worker TEXT,
  due INTEGER,
  started INTEGER,
  ended INTEGER,
  took INTEGER,
  late INTEGER,
  first_heard INTEGER NOT NULL,
  last_heard INTEGER NOT NULL,
  running_at INTEGER NOT NULL,
  cancel_at INTEGER NOT NULL,
  overdue_at INTEGER NOT NULL,
  task_at INTEGER,
  task_seat INTEGER,
  task_attempt INTEGER,
  task_delivery INTEGER,
  task_second_hand INTEGER,
  type TEXT,
  queue TEXT,
  priority TEXT,
  origin TEXT,
  name TEXT,
  labels TEXT,
  nominal INTEGER,
  not_before INTEGER,
  scheduled INTEGER,
  timeout INTEGER,
  replay_of TEXT,
  outcome_at INTEGER,
  outcome_seat INTEGER,
  outcome TEXT,
  outcome_attempts INTEGER,
  outcome_code TEXT,
  outcome_message TEXT,
  skip_reason TEXT,
  skip_first INTEGER,
  skip_last INTEGER,
  skip_count INTEGER,
  places BLOB
);

-- Which row a key has. Keys begin with time here, so that new ones come to lie beside each other.
CREATE INDEX runs_key ON runs (exec_ms, key_hash);
CREATE INDEX runs_task ON runs (task_id, id);
-- Few runs are open, and few fail: the others cost these nothing.
CREATE INDEX runs_open ON runs (state, awaited) WHERE awaited IS NOT NULL;
CREATE INDEX runs_error ON runs (error, id) WHERE error IS NOT NULL;

CREATE TABLE attempts (
  run_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  queued_at INTEGER,
  lying_at INTEGER,
  lying_seat INTEGER,
  lying_delayed INTEGER,
  lying_not_before INTEGER,
  claim_at INTEGER,
  claim_seat INTEGER,
  claim_worker TEXT,
  claim_started INTEGER,
  back_at INTEGER NOT NULL,
  said_at INTEGER NOT NULL,
  end_of_outcome INTEGER,
  end_at INTEGER,
  end_seat INTEGER,
  status TEXT,
  code TEXT,
  message TEXT,
  error TEXT,
  worker TEXT,
  scheduled INTEGER,
  started INTEGER,
  finished INTEGER,
  next INTEGER,
  PRIMARY KEY (run_id, number)
) WITHOUT ROWID;

CREATE TABLE bodies (
  run_id INTEGER PRIMARY KEY,
  task BLOB,
  data BLOB
);

CREATE TABLE logs (
  run_id INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  written INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  lines TEXT NOT NULL,
  PRIMARY KEY (run_id, attempt, sequence)
) WITHOUT ROWID;

CREATE INDEX logs_old ON logs (written);

-- How many runs of a minute have a value in common: what is rare is found without an index on each value.
CREATE TABLE facets (
  facet TEXT NOT NULL,
  value TEXT NOT NULL,
  minute INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  PRIMARY KEY (facet, value, minute)
) WITHOUT ROWID;

CREATE TABLE errors (
  id INTEGER PRIMARY KEY,
  code TEXT,
  message TEXT
);

CREATE TABLE quarters (
  task_id TEXT NOT NULL,
  quarter INTEGER NOT NULL,
  state TEXT NOT NULL,
  runs INTEGER NOT NULL,
  PRIMARY KEY (task_id, quarter, state)
) WITHOUT ROWID;
CREATE INDEX quarters_old ON quarters (quarter);

CREATE TABLE ends (
  grain INTEGER NOT NULL,
  measure TEXT NOT NULL,
  start INTEGER NOT NULL,
  class INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  PRIMARY KEY (grain, measure, start, class)
) WITHOUT ROWID;

CREATE TABLE schedules (
  task_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  written_at INTEGER NOT NULL,
  body BLOB,
  readable INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  queue TEXT,
  type TEXT,
  labels TEXT,
  words TEXT NOT NULL
);

CREATE TABLE schedule_news (
  task_id TEXT PRIMARY KEY,
  taken INTEGER,
  taken_time INTEGER,
  problem TEXT,
  problem_time INTEGER
) WITHOUT ROWID;

CREATE TABLE workers (
  worker_id TEXT PRIMARY KEY,
  heard_at INTEGER NOT NULL,
  body BLOB NOT NULL
);

CREATE TABLE letters (
  part INTEGER NOT NULL,
  position INTEGER NOT NULL,
  topic TEXT,
  put_at INTEGER,
  record_key TEXT,
  task_id TEXT,
  cause TEXT,
  message TEXT,
  origin_topic TEXT,
  origin_part INTEGER,
  origin_position INTEGER,
  origin_at INTEGER,
  mark TEXT,
  mark_for INTEGER,
  mark_time INTEGER,
  replayed_as TEXT,
  PRIMARY KEY (part, position)
);
CREATE INDEX letters_new ON letters (put_at, part, position) WHERE put_at IS NOT NULL;
