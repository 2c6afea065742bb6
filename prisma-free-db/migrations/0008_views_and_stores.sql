CREATE TABLE `history_edits` (
	`session` text NOT NULL,
	`seq` integer NOT NULL,
	`turn` text,
	`edit` text NOT NULL,
	PRIMARY KEY(`session`, `seq`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `hook_values` (
	`owner` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`at` real NOT NULL,
	PRIMARY KEY(`owner`, `key`)
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `beside_calls` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `beside_input` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `beside_output` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `beside_unreported` integer DEFAULT 0 NOT NULL;