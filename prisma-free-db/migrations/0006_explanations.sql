CREATE INDEX `events_of_outcomes` ON `events` (`session`,body ->> '$.about') WHERE body ->> '$.type' = 'outcome';--> statement-breakpoint
CREATE INDEX `spans_by_kind` ON `spans` (`session`,`kind`,`start`);--> statement-breakpoint
CREATE INDEX `verdicts_by_about` ON `verdicts` (`session`,`about`);