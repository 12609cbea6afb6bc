// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The certificate as a document: what a privacy officer reads, signs, files and checks.
 *
 * <p>A {@link dev.demilune.privacy.Certificate} is a plain value inside a model file. This package
 * derives from it all that a reader outside wants to know, and nothing that depends on rows. Open
 * {@link dev.demilune.certificate.CertificateDocument} first. {@link
 * dev.demilune.certificate.AttackBounds} turns a guarantee into bounds on what an attacker can find
 * out; {@link dev.demilune.certificate.RegistryEntry} and {@link
 * dev.demilune.certificate.NistAnswers} write two forms that others ask for; {@link
 * dev.demilune.certificate.Verification} checks a certificate without trusting it.
 *
 * <p>All of it is post-processing of a published model: it costs nothing and cannot reach rows.
 */
package dev.demilune.certificate;
