/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.budget;

import dev.demilune.privacy.Adjacency;

/**
 * What a ledger is about, fixed when it is made.
 *
 * @param name what the protected table is called
 * @param description what the table is, in public words; may be empty
 * @param adjacency what one person can change in it
 * @param pricing the total, and how entries are priced against it
 */
record LedgerTerms(String name, String description, Adjacency adjacency, Pricing pricing) {}
